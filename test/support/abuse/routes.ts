/** Every route, as `METHOD /path/:parameter`, from the router's own tree: `app.printRoutes({ commonPrefix: false })`. */
export function listRoutes(tree: string): string[] {
  const path: string[] = []
  return tree.split('\n').flatMap((line) => {
    const found = /^((?:│ {3}| {4})*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/u.exec(line)
    if (!found) return []
    const depth = found[1]!.length / 4
    path.splice(depth, path.length, found[2]!)
    return (found[3]?.split(', ') ?? []).map((method) => `${method} ${path.join('')}`)
  })
}
