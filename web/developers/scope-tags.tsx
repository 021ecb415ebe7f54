// Scopes as tags, in plain words when pointed at.
import { type Scope, scopes } from '#contract/scopes.ts'

export function ScopeTags({ list }: { list: readonly string[] }) {
  return (
    <span class="row tight">
      {list.map((scope) => (
        <span key={scope} class="tag plain" title={scopes[scope as Scope] ?? scope}>
          {scope}
        </span>
      ))}
    </span>
  )
}
