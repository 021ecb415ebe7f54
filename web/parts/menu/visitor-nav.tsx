// The navigation of visitors; pages of the server have the same.
import { visitorPlaces } from '#language/visitor-places.ts'
import { texts } from '../../language/texts.ts'

export function VisitorNav() {
  return (
    <nav aria-label={texts.frame.main} class="sections visitor">
      {visitorPlaces.map(({ path, name }) => (
        <a key={path} href={path} aria-current={globalThis.location?.pathname === path ? 'page' : undefined}>
          {texts.frame[name]}
        </a>
      ))}
    </nav>
  )
}
