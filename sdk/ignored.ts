// Query parameters that the service did not know: a mistyped filter would return everything without a word.

const told = new Set<string>()

/** Once for each name, as long as the process runs. */
export function warnAboutIgnored(headers: Headers): void {
  for (const name of headers.get('x-cloudstreet-ignored')?.split(', ') ?? []) {
    if (told.has(name)) continue
    told.add(name)
    console.warn(`Cloudstreet ignores the unknown parameter ${name}.`)
  }
}
