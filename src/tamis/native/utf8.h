/* UTF-8 to text: once over the bytes to count and to check, once to write, in pieces as long as the processor has room.

   Python's own decoder begins anew with wider letters when it meets the first that needs them, and widens one by one.
   Most pages have a few such letters, a dash or a quotation mark, among a hundred times as many that are ASCII. */

#include <Python.h>
#include <stdint.h>
#include <string.h>

enum { TAMIS_PIECE = 32 };

static inline int tamis_is_ascii(const unsigned char *at) {
    uint64_t parts[TAMIS_PIECE / 8], all = 0;
    memcpy(parts, at, TAMIS_PIECE);
    for (int i = 0; i < TAMIS_PIECE / 8; i++) all |= parts[i];
    return !(all & UINT64_C(0x8080808080808080));
}

/* How many bytes the letter takes that begins here, none of ASCII; 0 if there is none by the Unicode Standard, table 3-7. */
static inline int tamis_letter_size(const unsigned char *at, const unsigned char *end) {
    unsigned lead = at[0];
    int size = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (lead < 0xC2 || lead > 0xF4 || end - at < size) return 0;
    unsigned least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    unsigned most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (at[1] < least || at[1] > most) return 0;
    for (int i = 2; i < size; i++)
        if ((at[i] & 0xC0) != 0x80) return 0;
    return size;
}

static inline uint32_t tamis_letter_at(const unsigned char *at, int size) {
    uint32_t code = at[0] & (0xFF >> (size + 1));
    for (int i = 1; i < size; i++) code = code << 6 | (at[i] & 0x3F);
    return code;
}

#define TAMIS_WIDEN(name, type)                                                                                        \
    static void name(const unsigned char *at, const unsigned char *end, type *out) {                                   \
        while (at < end) {                                                                                             \
            while (end - at >= TAMIS_PIECE && tamis_is_ascii(at)) {                                                    \
                for (int i = 0; i < TAMIS_PIECE; i++) out[i] = at[i];                                                  \
                at += TAMIS_PIECE;                                                                                     \
                out += TAMIS_PIECE;                                                                                    \
            }                                                                                                          \
            while (at < end && *at < 0x80) *out++ = *at++;                                                             \
            while (at < end && *at >= 0x80) {                                                                          \
                int size = *at < 0xE0 ? 2 : *at < 0xF0 ? 3 : 4;                                                        \
                *out++ = (type)tamis_letter_at(at, size);                                                              \
                at += size;                                                                                            \
            }                                                                                                          \
        }                                                                                                              \
    }
TAMIS_WIDEN(tamis_widen_to_1, Py_UCS1)
TAMIS_WIDEN(tamis_widen_to_2, Py_UCS2)
TAMIS_WIDEN(tamis_widen_to_4, Py_UCS4)

/* The text, or None if the bytes are not all UTF-8. */
static PyObject *tamis_decode(const unsigned char *begin, Py_ssize_t length) {
    const unsigned char *end = begin + length, *at = begin;
    Py_ssize_t letters = length;
    uint32_t widest = 0x7F;
    while (at < end) {
        while (end - at >= TAMIS_PIECE && tamis_is_ascii(at)) at += TAMIS_PIECE;
        while (at < end && *at < 0x80) at++;
        while (at < end && *at >= 0x80) {
            int size = tamis_letter_size(at, end);
            if (!size) Py_RETURN_NONE;
            uint32_t code = tamis_letter_at(at, size);
            if (code > widest) widest = code;
            letters -= size - 1;
            at += size;
        }
    }
    PyObject *text = PyUnicode_New(letters, widest);
    if (!text || !letters) return text;
    void *out = PyUnicode_DATA(text);
    if (widest < 0x80) memcpy(out, begin, (size_t)length);
    else if (widest < 0x100) tamis_widen_to_1(begin, end, (Py_UCS1 *)out);
    else if (widest < 0x10000) tamis_widen_to_2(begin, end, (Py_UCS2 *)out);
    else tamis_widen_to_4(begin, end, (Py_UCS4 *)out);
    return text;
}
