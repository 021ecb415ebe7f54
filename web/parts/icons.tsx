// Line icons on a grid of 20, drawn with the text's colour.
import type { JSX } from 'preact'

const paths = {
  book: 'M4 4.500A1.500 1.500 0 0 1 5.500 3H16v14H5.500A1.500 1.500 0 0 1 4 15.500ZM4 14.500A1.500 1.500 0 0 1 5.500 13H16M7.500 6.500h5',
  upload:
    'M10 13V3.500M6 7l4-4 4 4M3 13v2.500A1.500 1.500 0 0 0 4.500 17h11a1.500 1.500 0 0 0 1.500-1.500V13',
  code: 'm7 6-4 4 4 4M13 6l4 4-4 4M11 4 9 16',
  person:
    'M10 10a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7ZM3.500 17c.6-3 3.200-4.500 6.500-4.500s5.900 1.500 6.500 4.500',
  key: 'M7 13.500A3.500 3.500 0 1 0 7 6.500a3.500 3.500 0 0 0 0 7ZM10.500 10H17v3M14 10v2',
  app: 'M3.500 5A1.500 1.500 0 0 1 5 3.500h10A1.500 1.500 0 0 1 16.500 5v10a1.500 1.500 0 0 1-1.500 1.500H5A1.500 1.500 0 0 1 3.500 15ZM3.500 7.500h13M6 5.500h.01M8 5.500h.01',
  bolt: 'M11 3 4.500 11.500H10L9 17l6.500-8.500H10Z',
  chart: 'M3.500 16.500h13M5.500 13.500v-4M10 13.500v-9M14.500 13.500v-6',
  copy: 'M7 7h9v9H7ZM4 13V4h9',
  check: 'm4 10.500 4 4 8-9',
  trash: 'M4 5.500h12M8 5.500V3.500h4v2M5.500 5.500l.8 11h7.400l.8-11M8.500 8.500v5M11.500 8.500v5',
  download: 'M10 3.500V13M6 9.500l4 4 4-4M3.500 16.500h13',
  warning: 'M10 3 2.500 16.500h15ZM10 8v4M10 14.300v.01',
  close: 'm5 5 10 10M15 5 5 15',
  plus: 'M10 4v12M4 10h12',
  play: 'M6.500 4v12l9.500-6Z',
  pause: 'M7 4v12M13 4v12',
  out: 'M8 3.500H4.500v13H8M8 10h9M13.500 6.500 17 10l-3.500 3.500',
  refresh: 'M16 10a6 6 0 1 1-1.800-4.300L16 7.500M16 3.500v4h-4',
  wing: 'M2.500 9c3-5 12-5 15 0-2-1-4-1-5 0-1.500-1-3.500-1-5 0-1-1-3-1-5 0ZM3.500 8.800 10 16l6.500-7.200',
  external: 'M8 4H4v12h12v-4M11 4h5v5M16 4l-7 7',
  back: 'M12.500 4.500 7 10l5.500 5.500',
} as const

export type IconName = keyof typeof paths

export function Icon({ name, size = 20 }: { name: IconName; size?: number }): JSX.Element {
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
