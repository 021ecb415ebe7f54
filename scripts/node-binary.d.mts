export function requireKnownNode(modules: string): void
export function findNode(modules: string): string
