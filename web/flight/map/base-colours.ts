// The colours of the built-in map, light or dark as the page is.

export interface Colours {
  land: string
  water: string
  border: string
  grid: string
  label: string
  halo: string
  sky: string
}

export function readColours(): Colours {
  const style = getComputedStyle(document.documentElement)
  const read = (name: string) => style.getPropertyValue(name).trim()
  return {
    land: read('--map-land'),
    water: read('--map-water'),
    border: read('--map-border'),
    grid: read('--map-grid'),
    label: read('--map-label'),
    halo: read('--map-halo'),
    sky: read('--sky'),
  }
}
