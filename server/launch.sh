# Runs the command that follows with the memory settings of the service: npm start, a release and a bench begin here.
# glibc would keep an arena of freed memory for each thread, and more of it with each large buffer.
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-1}"
export MALLOC_MMAP_THRESHOLD_="${MALLOC_MMAP_THRESHOLD_:-1048576}"
export MALLOC_TRIM_THRESHOLD_="${MALLOC_TRIM_THRESHOLD_:-4194304}"
# V8 would let a busy main thread have a young generation of 128 MB, and is no faster for it.
export NODE_OPTIONS="--max-semi-space-size=16 ${NODE_OPTIONS:-}"
exec "$@"
