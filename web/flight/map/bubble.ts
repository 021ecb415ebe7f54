// The values of one moment, at the cursor on the map and on the barogram.
import type { Fact } from '../../parts/facts.tsx'

export type Describe = (index: number) => Fact[]

export interface Bubble {
  element: HTMLElement
  show: (facts: readonly Fact[]) => void
}

export function createBubble(): Bubble {
  const element = document.createElement('div')
  element.className = 'bubble'
  return {
    element,
    show(facts) {
      element.replaceChildren(
        ...facts.map(([name, value]) => {
          const line = document.createElement('div')
          const label = document.createElement('span')
          label.textContent = name
          line.append(label, value)
          return line
        }),
      )
    },
  }
}
