// Every link in a Markdown page to another file, or to a heading, leads somewhere. Addresses of the web and of the
// running service (`/docs/…`) are not followed.
import { dirname, join, normalize } from 'node:path'

/** `paths` are all files; `read` gives the text of one. */
export function findLinkProblems(paths: readonly string[], read: (path: string) => string): string[] {
  const pages = paths.filter((path) => path.endsWith('.md'))
  const folders = new Set(paths.flatMap(listParents))
  const anchors = new Map(pages.map((page) => [page, listAnchors(read(page))]))
  return pages.flatMap((page) =>
    listLinks(read(page)).flatMap((link) => {
      const [file = '', anchor] = link.split('#')
      const target = file === '' ? page : normalize(join(dirname(page), file)).replace(/\/$/, '')
      if (!paths.includes(target) && !folders.has(target)) return [`${page}: ${link} leads to no file`]
      const isHeading = anchor === undefined || anchors.get(target)?.has(anchor) === true
      return isHeading ? [] : [`${page}: ${link} leads to no heading of ${target}`]
    }),
  )
}

function listParents(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

function listLinks(markdown: string): string[] {
  const links = withoutCode(markdown).matchAll(/\]\(([^)\s]+)\)/g)
  return Array.from(links, ([, link]) => link!).filter((link) => !/^(?:[a-z]+:|\/)/.test(link))
}

/** As GitHub names them: lower case, blanks as dashes, other signs left out, repeated ones numbered. */
function listAnchors(markdown: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of withoutFences(markdown).matchAll(/^#{1,6} +(.+?) *$/gm)) {
    const slug = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-')
    let name = slug
    for (let count = 1; anchors.has(name); count++) name = `${slug}-${count}`
    anchors.add(name)
  }
  return anchors
}

const withoutFences = (markdown: string) => markdown.replaceAll(/^( *)(`{3,})[^\n]*\n.*?^\1\2 *$/gms, '')
const withoutCode = (markdown: string) => withoutFences(markdown).replaceAll(/`[^`\n]*`/g, '')
