// The bar at the top of every page, after a link that skips it.
import type { ComponentChildren } from 'preact'
import { texts } from '../../language/texts.ts'

export function TopBar({ home = '/', children }: { home?: string; children?: ComponentChildren }) {
  return (
    <>
      <a class="skip" href="#main">
        {texts.frame.skip}
      </a>
      <header class="topbar">
        <a class="brand" href={home}>
          <img src="/assets/icon.svg" alt="" width="30" height="30" />
          <span>Cloudstreet</span>
        </a>
        {children}
      </header>
    </>
  )
}
