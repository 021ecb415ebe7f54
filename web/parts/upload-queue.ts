// Files that wait for the upload page: dropped on another page, they are not lost on the way.

let waiting: File[] = []

export function queueFiles(files: File[]): void {
  waiting = [...waiting, ...files]
}

export function takeFiles(): File[] {
  const files = waiting
  waiting = []
  return files
}
