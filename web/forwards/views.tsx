import type { ComponentType } from 'preact'
import { DestinationList } from './destination-list.tsx'
import { loadWords } from './words.ts'

export async function openView(): Promise<ComponentType> {
  const words = await loadWords()
  return () => <DestinationList words={words} />
}
