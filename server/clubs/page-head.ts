// The head of a public club's page, for those who run no script: searches and previews of links.
import { textsIn } from '#language/server.ts'
import type { Language } from '#language/preferences.ts'
import type { Sql } from '#server/platform/database/database.ts'

const isClubPage = /^\/app\/clubs\/([0-9a-f]{24})\/?(?:\?|$)/

/** Undefined for any other page, and for a club that not everybody sees. */
export async function describeClubPage(
  sql: Sql,
  url: string,
  language: Language,
): Promise<{ title: string; description: string } | undefined> {
  const id = isClubPage.exec(url)?.[1]
  if (id === undefined) return undefined
  const [club] = await sql<{ name: string }>`
    select name from clubs where id = ${id} and visible_to = 'public'`
  return club && { title: club.name, description: textsIn(language).clubPage(club.name) }
}
