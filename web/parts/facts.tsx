// Names and their values.
export type Fact = [name: string, value: string]

export function Facts({ facts, class: look }: { facts: readonly Fact[]; class?: string }) {
  return (
    <dl class={look}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
