// The type of a scored flight, coloured.

export function TypeTag({ type }: { type: string }) {
  const look = type.includes('FAI') ? 'sun' : type.includes('Triangle') ? 'good' : ''
  return <span class={`tag ${look}`}>{type === 'None' ? 'Not scored' : type}</span>
}
