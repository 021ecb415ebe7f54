// A person's picture, or else the initials of their name.

interface AvatarProps {
  name: string
  image: string | null
  /** Without it, the name stands beside the picture. */
  alt?: string
  isLarge?: boolean
}

export function Avatar({ name, image, alt = '', isLarge = false }: AvatarProps) {
  return (
    <span class={isLarge ? 'avatar large' : 'avatar'}>
      {image ? <img src={image} alt={alt} /> : <span aria-hidden="true">{initials(name)}</span>}
    </span>
  )
}

function initials(name: string): string {
  const words = name.split(/[\s@.]+/).filter(Boolean)
  return words
    .slice(0, 2)
    .map((word) => Array.from(word)[0]!.toUpperCase())
    .join('')
}
