// Whatever a finger touches, in a real browser.
import type { Page } from 'playwright-core'

/** Smaller than 44 px; links within a sentence are as high as its lines. */
export async function findSmallTargets(page: Page, within = 'body'): Promise<string[]> {
  return page.evaluate((within) => {
    const small = []
    for (const element of document.querySelectorAll(
      `${within} :is(a, button, select, input, summary, label:has(input))`,
    )) {
      const { width, height } = element.getBoundingClientRect()
      const style = getComputedStyle(element)
      const isSeen = width > 1 && height > 1 && style.visibility !== 'hidden' && style.opacity !== '0'
      const isInText = element.tagName === 'A' && style.display === 'inline'
      const isInLabel = element.tagName === 'INPUT' && element.closest('label') !== null
      const isAttribution = element.closest('.leaflet-control-attribution') !== null
      if (!isSeen || isInText || isInLabel || isAttribution || element.matches('.skip, button.link')) continue
      if (width < 43.5 || height < 43.5)
        small.push(`${element.outerHTML.slice(0, 90)} ${Math.round(width)} x ${Math.round(height)}`)
    }
    return small
  }, within)
}
