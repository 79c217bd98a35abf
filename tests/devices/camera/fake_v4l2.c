/* A USB camera for a program that is started with this as LD_PRELOAD: opening a file called "fakevideo" gives a
 * V4L2 device. It sends the files 0.jpg, 1.jpg ... of the folder FAKE_FRAMES as MJPEG, over and over; with
 * FAKE_YUYV set it knows uncompressed pictures alone, and sends grey ones. Their time stamps say that they were
 * taken FAKE_AGE seconds ago; without FAKE_AGE they are 0.
 * Source: the kernel's Documentation/userspace-api/media/v4l. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>

#define ROOM (1024 * 1024)
#define BUFFERS 16

static int device = -1;
static unsigned format, next_frame, queued, given, queue[BUFFERS];
static unsigned char *buffer[BUFFERS];

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int open_it(const char *path, int flags, int mode, int (*real)(const char *, int, ...)) {
    if (!strstr(path, "fakevideo") || !(flags & O_RDWR)) return real(path, flags, mode);
    format = 0;
    return device = real("/dev/zero", O_RDWR); /* select() finds it ready at all times */
}

int open(const char *path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    int mode = va_arg(more, int);
    va_end(more);
    return open_it(path, flags, mode, REAL(open));
}

int open64(const char *path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    int mode = va_arg(more, int);
    va_end(more);
    return open_it(path, flags, mode, REAL(open64));
}

void *mmap(void *where, size_t length, int protection, int flags, int handle, off_t at) {
    if (device < 0 || handle != device) return REAL(mmap)(where, length, protection, flags, handle, at);
    return buffer[at / ROOM] = malloc(ROOM);
}

void *mmap64(void *where, size_t length, int protection, int flags, int handle, off64_t at) {
    return mmap(where, length, protection, flags, handle, at);
}

int munmap(void *where, size_t length) {
    for (int i = 0; i < BUFFERS; i++)
        if (where && buffer[i] == where) return 0;
    return REAL(munmap)(where, length);
}

static void fill_format(struct v4l2_format *told) {
    struct v4l2_pix_format *pix = &told->fmt.pix;
    pix->width = 64;
    pix->height = 48;
    pix->pixelformat = format;
    pix->sizeimage = ROOM;
    pix->bytesperline = format == V4L2_PIX_FMT_YUYV ? 128 : 0;
    pix->field = V4L2_FIELD_NONE;
}

static unsigned shoot(unsigned char *to) {
    if (format == V4L2_PIX_FMT_YUYV) return memset(to, 128, 64 * 48 * 2), 64 * 48 * 2;
    char name[4096];
    FILE *file = NULL;
    for (int again = 0; !file && again < 2; again++) {
        snprintf(name, sizeof name, "%s/%u.jpg", getenv("FAKE_FRAMES"), next_frame++);
        if (!(file = fopen(name, "rb"))) next_frame = 0;
    }
    unsigned size = file ? fread(to, 1, ROOM, file) : 0;
    if (file) fclose(file);
    return size;
}

int ioctl(int handle, unsigned long request, ...) {
    va_list more;
    va_start(more, request);
    void *told = va_arg(more, void *);
    va_end(more);
    if (device < 0 || handle != device) return REAL(ioctl)(handle, request, told);
    struct v4l2_buffer *one = told;
    switch ((unsigned)request) {
    case VIDIOC_QUERYCAP:
        memset(told, 0, sizeof(struct v4l2_capability));
        ((struct v4l2_capability *)told)->capabilities = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
        return 0;
    case VIDIOC_TRY_FMT:
    case VIDIOC_S_FMT:
        format = ((struct v4l2_format *)told)->fmt.pix.pixelformat;
        if (format != V4L2_PIX_FMT_MJPEG || getenv("FAKE_YUYV")) format = V4L2_PIX_FMT_YUYV;
        /* fall through */
    case VIDIOC_G_FMT:
        if (!format) format = V4L2_PIX_FMT_YUYV;
        fill_format(told);
        return 0;
    case VIDIOC_REQBUFS:
        queued = given = 0;
        return 0;
    case VIDIOC_QUERYBUF:
        one->length = ROOM;
        one->m.offset = one->index * ROOM;
        return 0;
    case VIDIOC_QBUF:
        queue[queued++ % BUFFERS] = one->index;
        return 0;
    case VIDIOC_DQBUF:
        if (given == queued) break;
        one->index = queue[given++ % BUFFERS];
        one->flags = 0;
        one->length = ROOM;
        one->bytesused = shoot(buffer[one->index]);
        memset(&one->timestamp, 0, sizeof one->timestamp);
        if (getenv("FAKE_AGE")) {
            struct timespec now;
            clock_gettime(CLOCK_MONOTONIC, &now);
            one->timestamp.tv_sec = now.tv_sec - atoi(getenv("FAKE_AGE"));
            one->timestamp.tv_usec = now.tv_nsec / 1000;
        }
        return 0;
    case VIDIOC_G_INPUT:
        *(int *)told = 0;
        return 0;
    case VIDIOC_ENUMINPUT:
    case VIDIOC_S_INPUT:
    case VIDIOC_G_PARM:
    case VIDIOC_S_PARM:
    case VIDIOC_STREAMON:
    case VIDIOC_STREAMOFF:
        return 0;
    }
    errno = (unsigned)request == VIDIOC_DQBUF ? EAGAIN : EINVAL;
    return -1;
}
