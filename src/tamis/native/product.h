/* Products of a few hundred rows with small matrices, and convolutions over them.

   BLAS packs both matrices anew in every call and wakes its threads for anything large; for matrices like ours that
   costs more than the multiplication. Ours are 32 wide: three rows at a time stay in registers, where the compiler and
   the processor know how. */

#include <stddef.h>
#include <string.h>

#if defined(__GNUC__) && defined(__x86_64__)
#define TAMIS_CAN_MULTIPLY __builtin_cpu_supports("fma")
#define TAMIS_WITH __attribute__((target("fma")))
#elif defined(__GNUC__) && defined(__aarch64__)
#define TAMIS_CAN_MULTIPLY 1
#define TAMIS_WITH
#endif

static void tamis_multiply_plainly(const float *rows, ptrdiff_t count, ptrdiff_t stride, ptrdiff_t inside,
                                   const float *across, ptrdiff_t width, float *out) {
    memset(out, 0, (size_t)(count * width) * sizeof(float));
    for (ptrdiff_t row = 0; row < count; row++)
        for (ptrdiff_t k = 0; k < inside; k++) {
            float value = rows[row * stride + k];
            for (ptrdiff_t column = 0; column < width; column++)
                out[row * width + column] += value * across[k * width + column];
        }
}

static void tamis_convolve_plainly(const float *hidden, ptrdiff_t count, ptrdiff_t width, ptrdiff_t dilation,
                                   const float *across, const float *bias, float *out) {
    for (ptrdiff_t row = 0; row < count; row++) {
        float *into = out + row * width;
        memcpy(into, bias, (size_t)width * sizeof(float));
        for (ptrdiff_t side = 0; side < 3; side++) {
            ptrdiff_t other = row + (side - 1) * dilation;
            if (other < 0 || other >= count) continue;
            for (ptrdiff_t k = 0; k < width; k++) {
                float value = hidden[other * width + k];
                const float *weight = across + (side * width + k) * width;
                for (ptrdiff_t column = 0; column < width; column++) into[column] += value * weight[column];
            }
        }
        for (ptrdiff_t column = 0; column < width; column++)
            into[column] = (into[column] > 0 ? into[column] : 0) + hidden[row * width + column];
    }
}

#ifdef TAMIS_CAN_MULTIPLY
typedef float tamis_eight __attribute__((vector_size(32), aligned(4), may_alias));

/* Three rows' values of one kind, times the 32 weights of that kind, to the rows' sums a, b and c. */
#define TAMIS_ADD(x, y, z, w)                                                                                          \
    {                                                                                                                  \
        const float p = x, q = y, r = z;                                                                               \
        a0 += p * w[0], b0 += q * w[0], c0 += r * w[0], a1 += p * w[1], b1 += q * w[1], c1 += r * w[1];                \
        a2 += p * w[2], b2 += q * w[2], c2 += r * w[2], a3 += p * w[3], b3 += q * w[3], c3 += r * w[3];                \
    }

TAMIS_WITH static void tamis_multiply_quickly(const float *rows, ptrdiff_t count, ptrdiff_t stride, ptrdiff_t inside,
                                              const float *across, float *out) {
    ptrdiff_t row = 0;
    for (; row + 3 <= count; row += 3) {
        const float *first = rows + row * stride, *second = first + stride, *third = second + stride;
        const tamis_eight *weight = (const tamis_eight *)across;
        tamis_eight a0 = {0}, a1 = {0}, a2 = {0}, a3 = {0}, b0 = {0}, b1 = {0}, b2 = {0}, b3 = {0};
        tamis_eight c0 = {0}, c1 = {0}, c2 = {0}, c3 = {0};
        for (ptrdiff_t k = 0; k < inside; k++, weight += 4) TAMIS_ADD(first[k], second[k], third[k], weight)
        tamis_eight *into = (tamis_eight *)(out + row * 32);
        into[0] = a0, into[1] = a1, into[2] = a2, into[3] = a3;
        into[4] = b0, into[5] = b1, into[6] = b2, into[7] = b3;
        into[8] = c0, into[9] = c1, into[10] = c2, into[11] = c3;
    }
    for (; row < count; row++) {
        const float *only = rows + row * stride;
        const tamis_eight *weight = (const tamis_eight *)across;
        tamis_eight a0 = {0}, a1 = {0}, a2 = {0}, a3 = {0};
        for (ptrdiff_t k = 0; k < inside; k++, weight += 4) {
            float x = only[k];
            a0 += x * weight[0], a1 += x * weight[1], a2 += x * weight[2], a3 += x * weight[3];
        }
        tamis_eight *into = (tamis_eight *)(out + row * 32);
        into[0] = a0, into[1] = a1, into[2] = a2, into[3] = a3;
    }
}

typedef int tamis_mask __attribute__((vector_size(32)));
#define TAMIS_POSITIVE(x) ((tamis_eight)((tamis_mask)(x) & ((x) > (tamis_eight){0})))

/* Three blocks at a time; what lies beyond the page's ends counts as zeros. */
TAMIS_WITH static void tamis_convolve_quickly(const float *hidden, ptrdiff_t count, ptrdiff_t dilation,
                                              const float *across, const float *bias, float *out) {
    static const float nothing[32];
    const tamis_eight *start = (const tamis_eight *)bias;
    for (ptrdiff_t row = 0; row < count; row += 3) {
        const ptrdiff_t some = count - row < 3 ? count - row : 3;
        const tamis_eight *weight = (const tamis_eight *)across;
        tamis_eight a0 = start[0], a1 = start[1], a2 = start[2], a3 = start[3];
        tamis_eight b0 = a0, b1 = a1, b2 = a2, b3 = a3, c0 = a0, c1 = a1, c2 = a2, c3 = a3;
        for (ptrdiff_t side = -1; side <= 1; side++) {
            const ptrdiff_t x = row + side * dilation, y = x + 1, z = x + 2;
            const float *first = x >= 0 && x < count ? hidden + x * 32 : nothing;
            const float *second = y >= 0 && y < count ? hidden + y * 32 : nothing;
            const float *third = z >= 0 && z < count ? hidden + z * 32 : nothing;
            for (ptrdiff_t k = 0; k < 32; k++, weight += 4) TAMIS_ADD(first[k], second[k], third[k], weight)
        }
        const tamis_eight *before = (const tamis_eight *)(hidden + row * 32);
        tamis_eight *into = (tamis_eight *)(out + row * 32);
        into[0] = TAMIS_POSITIVE(a0) + before[0], into[1] = TAMIS_POSITIVE(a1) + before[1];
        into[2] = TAMIS_POSITIVE(a2) + before[2], into[3] = TAMIS_POSITIVE(a3) + before[3];
        if (some > 1) {
            into[4] = TAMIS_POSITIVE(b0) + before[4], into[5] = TAMIS_POSITIVE(b1) + before[5];
            into[6] = TAMIS_POSITIVE(b2) + before[6], into[7] = TAMIS_POSITIVE(b3) + before[7];
        }
        if (some > 2) {
            into[8] = TAMIS_POSITIVE(c0) + before[8], into[9] = TAMIS_POSITIVE(c1) + before[9];
            into[10] = TAMIS_POSITIVE(c2) + before[10], into[11] = TAMIS_POSITIVE(c3) + before[11];
        }
    }
}
#endif

static void tamis_multiply(const float *rows, ptrdiff_t count, ptrdiff_t stride, ptrdiff_t inside, const float *across,
                           ptrdiff_t width, float *out) {
#ifdef TAMIS_CAN_MULTIPLY
    if (width == 32 && TAMIS_CAN_MULTIPLY) {
        tamis_multiply_quickly(rows, count, stride, inside, across, out);
        return;
    }
#endif
    tamis_multiply_plainly(rows, count, stride, inside, across, width, out);
}

static void tamis_convolve(const float *hidden, ptrdiff_t count, ptrdiff_t width, ptrdiff_t dilation,
                           const float *across, const float *bias, float *out) {
#ifdef TAMIS_CAN_MULTIPLY
    if (width == 32 && TAMIS_CAN_MULTIPLY) {
        tamis_convolve_quickly(hidden, count, dilation, across, bias, out);
        return;
    }
#endif
    tamis_convolve_plainly(hidden, count, width, dilation, across, bias, out);
}
