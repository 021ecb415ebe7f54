// Photos on their way to a flight: one after the other, each with its progress, or with what the service says against it.
import { useRef, useState } from 'preact/hooks'
import type { AddedPhoto, Photo } from '#contract/logbook/photo.ts'
import { type Problem, uploadFile } from '../../parts/api.ts'

export interface PhotoUpload {
  id: number
  name: string
  /** From 0 to 1. */
  share: number
  problem?: string
}

let lastId = 0

export function usePhotoUploads(flightId: string, onAdded: (photo: Photo) => void) {
  const [uploads, setUploads] = useState<readonly PhotoUpload[]>([])
  const queue = useRef(Promise.resolve())
  const change = (id: number, values: Partial<PhotoUpload>) =>
    setUploads((now) => now.map((each) => (each.id === id ? { ...each, ...values } : each)))
  const dismiss = (id: number) => setUploads((now) => now.filter((each) => each.id !== id))

  const send = async (id: number, file: File) => {
    try {
      const { data } = await uploadFile<{ data: AddedPhoto }>(
        `/flights/${flightId}/photos`,
        file,
        {},
        (share) => change(id, { share }),
      )
      const { isNew, ...photo } = data
      if (isNew) onAdded(photo)
      dismiss(id)
    } catch (error) {
      change(id, { problem: (error as Problem).message })
    }
  }

  const add = (files: readonly File[]) => {
    for (const file of files) {
      const id = ++lastId
      setUploads((now) => [...now, { id, name: file.name, share: 0 }])
      queue.current = queue.current.then(() => send(id, file))
    }
  }
  return { uploads, add, dismiss }
}
