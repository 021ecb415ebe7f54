// Files dropped on another page, on their way to the upload page.

let waiting: File[] = []
let receiver: ((files: File[]) => void) | undefined

export function queueFiles(files: File[]): void {
  if (receiver) receiver(files)
  else waiting = [...waiting, ...files]
}

/** Files that wait, and those that come while the page is open; returns how to stop. */
export function receiveFiles(receive: (files: File[]) => void): () => void {
  receiver = receive
  if (waiting.length > 0) receive(waiting)
  waiting = []
  return () => {
    if (receiver === receive) receiver = undefined
  }
}
