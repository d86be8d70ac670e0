% local b, B, real = page.body, page.BODY, page.real
{{target.head(page, "_kernel.cu", "kernel")}}
 *
{{target.paragraph("One thread per body, on the arrays of " .. b .. "_many.h, which are in device memory. Nothing is checked: arrays of the state must not share memory.")}}
 *
 *   nvcc -O3 -fmad=false -c {{b}}_kernel.cu
 *
{{target.paragraph("Without -fmad=false products and sums are contracted: this is faster, but does not give the bits of " .. b .. "_run." .. (#page.calls > 0 and " Functions of math.h are those of CUDA, whose bits differ." or ""))}}
 */
#define {{B}}_KERNEL
#include "{{b}}_many.c"

__global__ static void {{b}}_kernel(long n, {{b}}_many x, {{b}}_many_par par, {{b}}_many_in in, {{real}} h, long steps, unsigned char *status)
{
    const long i = (long)blockIdx.x*(long)blockDim.x + (long)threadIdx.x;
    if (i < n) {
        const int value = {{b}}_many_body(i, &x, &par, &in, h, steps);
        if (status) {
            status[i] = (unsigned char)value;
        }
    }
}

extern "C"
int {{b}}_run_many_cuda(long n, const {{b}}_many *x, const {{b}}_many_par *par, const {{b}}_many_in *in, {{real}} h, long steps, unsigned char *status, void *stream)
{
    {{b}}_many now;
    {{b}}_many_par p = { };
    {{b}}_many_in u = { };
    void *values[] = { &n, &now, &p, &u, &h, &steps, &status };
    if (n <= 0 || steps <= 0) {
        return 0;
    }
    if (!x{{#page.param > 0 and " || !par" or ""}}{{#page.input > 0 and " || !in" or ""}}) {
        return (int)cudaErrorInvalidValue;
    }
    now = *x;
    if (par) {
        p = *par;
    }
    if (in) {
        u = *in;
    }
    return (int)cudaLaunchKernel((const void *){{b}}_kernel, dim3((unsigned)((n + 127)/128)), dim3(128), values, 0, (cudaStream_t)stream);
}
