// Shows what an older zone hides now, and the smaller circle that its pilot may choose instead.
import { useEffect, useRef } from 'preact/hooks'
import type { Discs, PrivacyZone } from '#dashboard/sharing.ts'
import { format, texts } from '../../language/texts.ts'
import { post } from '../../parts/api.ts'
import { FormDialog } from '../../parts/form/form-dialog.tsx'

export default function SmallerDialog({
  zone,
  discs,
  onTaken,
  onClose,
}: {
  zone: PrivacyZone
  discs: Discs
  onTaken: () => Promise<void>
  onClose: () => void
}) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let shown: { remove: () => void } | undefined
    let isGone = false
    const show = async () => {
      const { showDiscs } = await import('../map/flight-map.ts')
      if (!isGone && element.current) shown = showDiscs(element.current, zone, discs)
    }
    void show()
    return () => {
      isGone = true
      shown?.remove()
    }
  }, [])
  const [now, smaller] = [discs.now, discs.smaller].map(({ radiusM }) =>
    format.quantity('altitude', Math.round(radiusM)),
  )
  return (
    <FormDialog
      title={texts.sharing.hideLessNamed(zone.name)}
      label={texts.sharing.takeSmaller}
      submit={async () => {
        await post(`/sharing/zones/${zone.id}/smaller`, {})
        await onTaken()
      }}
      onClose={onClose}
    >
      <div class="form zone-form">
        <div class="map-frame zone-map">
          <div ref={element} />
        </div>
        <p class="small">{texts.sharing.hideLessWhat(now!, smaller!)}</p>
      </div>
    </FormDialog>
  )
}
