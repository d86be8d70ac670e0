// SPDX-License-Identifier: MIT
//
// The emitted kernel of fast_top beside fast_top_run, body by body: by nvcc on
// a device (exit status 77 where there is none), else thread after thread.
//   kernel BODIES STEPS
#include <cstdio>
#include <cstdlib>
#include <cstring>

#ifdef __NVCC__
#include "fast_top_many.h"

static void *memory(size_t size)
{
    void *p = nullptr;
    if (cudaMallocManaged(&p, size) != cudaSuccess)
        std::exit(77);
    return p;
}

static bool wait()
{
    return cudaDeviceSynchronize() == cudaSuccess;
}
#else
#include "fast_top_kernel.cu"

int cudaLaunchKernel(const void *, dim3 blocks, dim3 threads, void **a,
                     unsigned long, cudaStream_t)
{
    blockDim = threads;
    for (blockIdx.x = 0; blockIdx.x < blocks.x; blockIdx.x++)
        for (threadIdx.x = 0; threadIdx.x < threads.x; threadIdx.x++)
            fast_top_kernel(*(long *)a[0], *(fast_top_many *)a[1],
                            *(fast_top_many_par *)a[2],
                            *(fast_top_many_in *)a[3], *(double *)a[4],
                            *(long *)a[5], *(unsigned char **)a[6]);
    return 0;
}

static void *memory(size_t size)
{
    return std::malloc(size);
}

static bool wait()
{
    return true;
}
#endif

static double *numbers(long n)
{
    return static_cast<double *>(memory(n * sizeof(double)));
}

// Of some the step goes far beyond half a turn.
static fast_top start_of(long i)
{
    fast_top body;
    fast_top_start(&body);
    body.L[1] = 0.01 * (i % 1000);
    body.L[2] = i % 100 == 7 ? 1e6 : body.L[2];
    return body;
}

int main(int words, char **word)
{
    const long n = words > 1 ? std::atol(word[1]) : 300;
    const long steps = words > 2 ? std::atol(word[2]) : 100;
    const fast_top_many x = {{numbers(n), numbers(n), numbers(n), numbers(n)},
                             {numbers(n), numbers(n), numbers(n)},
                             numbers(n),
                             numbers(n)};
    double *mgl = numbers(n);
    const fast_top_many_par par = {mgl, {0}};
    unsigned char *status = static_cast<unsigned char *>(memory(n));
    long differ = 0;
    for (long i = 0; i < n; i++) {
        const fast_top body = start_of(i);
        mgl[i] = 20 + 0.01 * (i % 100);
        fast_top_many_put(&x, i, &body);
    }
    if (fast_top_run_many_cuda(n, &x, &par, nullptr, 1e-3, steps, status,
                               nullptr) != 0 ||
        !wait())
        return 1;
    if (fast_top_run_many_cuda(n, nullptr, &par, nullptr, 1e-3, 1, status,
                               nullptr) == 0 ||
        fast_top_run_many_cuda(n, &x, nullptr, nullptr, 1e-3, 1, status,
                               nullptr) == 0 ||
        fast_top_run_many_cuda(n, &x, &par, nullptr, 1e-3, 0, status,
                               nullptr) != 0)
        return 2;
    for (long i = 0; i < n; i += 1 + n / 1000) {
        fast_top got, body = start_of(i);
        const fast_top_par own = {mgl[i]};
        fast_top_many_get(&x, i, &got);
        differ += fast_top_run(&body, &own, nullptr, 1e-3, steps) != status[i];
        differ += std::memcmp(&body, &got, sizeof body) != 0;
    }
    std::puts(differ ? "other bits" : "the same bits");
    return differ != 0;
}
