// The dialects that instruments and apps speak to other services, by the prefix they are under.
import type { App } from '#server/platform/http/http.ts'
import type { IntakeServices } from './dialect.ts'
import { addDhvXc } from './dhv-xc.ts'
import { addLeaf } from './leaf.ts'
import { addLeonardo, addXccup } from './leonardo.ts'
import { addSkylines } from './skylines.ts'

export function addIntakeRoutes(app: App, services: IntakeServices): void {
  addLeonardo(app, services)
}

/** Beside our own paths, and never instead of them. */
export function addIntakeV1(app: App, services: IntakeServices): void {
  addDhvXc(app, services)
}

export function addIntakeApi(app: App, services: IntakeServices): void {
  addSkylines(app, services)
  addLeaf(app, services)
  addXccup(app, services)
}
