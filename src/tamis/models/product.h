/* The product of a few hundred rows with a small matrix.

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

#ifdef TAMIS_CAN_MULTIPLY
typedef float tamis_eight __attribute__((vector_size(32), aligned(4), may_alias));

TAMIS_WITH static void tamis_multiply_quickly(const float *rows, ptrdiff_t count, ptrdiff_t stride, ptrdiff_t inside,
                                              const float *across, float *out) {
    ptrdiff_t row = 0;
    for (; row + 3 <= count; row += 3) {
        const float *first = rows + row * stride, *second = first + stride, *third = second + stride;
        const tamis_eight *weight = (const tamis_eight *)across;
        tamis_eight a0 = {0}, a1 = {0}, a2 = {0}, a3 = {0}, b0 = {0}, b1 = {0}, b2 = {0}, b3 = {0};
        tamis_eight c0 = {0}, c1 = {0}, c2 = {0}, c3 = {0};
        for (ptrdiff_t k = 0; k < inside; k++, weight += 4) {
            float x = first[k], y = second[k], z = third[k];
            tamis_eight w = weight[0];
            a0 += x * w, b0 += y * w, c0 += z * w;
            w = weight[1];
            a1 += x * w, b1 += y * w, c1 += z * w;
            w = weight[2];
            a2 += x * w, b2 += y * w, c2 += z * w;
            w = weight[3];
            a3 += x * w, b3 += y * w, c3 += z * w;
        }
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
