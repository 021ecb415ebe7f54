// Flights as line drawings on a profile: a thumbnail of each, and a banner of all.
import { html } from '#server/platform/http/html.ts'
import { fit, listPoints, type Shape, write } from './projection.ts'

const THUMBNAIL = { width: 68, height: 68, margin: 8 }
const BANNER = { width: 150, height: 120, margin: 14, most: 8 }

export function drawShape(shape: Shape) {
  return html`<svg class="shape" viewBox="0 0 68 68" width="68" height="68" aria-hidden="true">
    <path d=${write(listPoints(shape, fit([shape], THUMBNAIL).place))} />
  </svg>`
}

/** Next to each other, each in its own scale. */
export function drawBanner(shapes: readonly Shape[]) {
  const some = shapes.filter(({ length }) => length > 2).slice(0, BANNER.most)
  return html`<svg
    class="banner"
    viewBox=${`0 0 ${BANNER.width * BANNER.most} ${BANNER.height}`}
    preserveAspectRatio="xMinYMid slice"
    aria-hidden="true"
  >
    ${some.map(
      (shape, at) =>
        html`<path
          transform=${`translate(${at * BANNER.width})`}
          d=${write(listPoints(shape, fit([shape], BANNER).place))}
        />`,
    )}
  </svg>`
}
