// Files dropped on another page, on their way to the upload page.

let waiting: File[] = []

export function queueFiles(files: File[]): void {
  waiting = [...waiting, ...files]
}

export function takeFiles(): File[] {
  const files = waiting
  waiting = []
  return files
}
