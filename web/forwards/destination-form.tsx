// Adds a destination, or changes one. The fields come with the kind; a credential goes in and never comes back.
import { useState } from 'preact/hooks'
import type { Destination, DestinationFilter, KindField, KindOffer } from '#contract/forwards/destinations.ts'
import type { KindName } from '#contract/forwards/words.ts'
import { texts } from '../language/texts.ts'
import { patch, post } from '../parts/api.ts'
import { Choice, Choose, Field } from '../parts/form/field.tsx'
import { FormDialog } from '../parts/form/form-dialog.tsx'
import { FilterFields } from './filter-fields.tsx'
import type { ForwardTexts } from './words.ts'

type Value = string | number | boolean
type Values = Record<string, Value>

export function DestinationForm({
  words,
  kinds,
  destination,
  isSource = destination?.isSource ?? false,
  onDone,
  onClose,
}: {
  words: ForwardTexts
  /** With a destination its own alone. */
  kinds: KindOffer[]
  /** Flights come from there. */
  isSource?: boolean
  /** Undefined: a new one. */
  destination?: Destination
  onDone: (id: string) => Promise<void>
  onClose: () => void
}) {
  const [offer, setOffer] = useState(kinds[0]!)
  const [label, setLabel] = useState(destination?.label ?? '')
  const [values, setValues] = useState<Values>((destination?.settings ?? {}) as Values)
  const [filter, setFilter] = useState<DestinationFilter>(destination?.filter ?? {})
  const isWritten = ({ name }: KindField) => (values[name] ?? '') !== ''
  const pick = (part: KindField['part']) =>
    Object.fromEntries(
      offer.fields
        .filter((field) => field.part === part && isWritten(field))
        .map(({ name }) => [name, values[name]]),
    )
  const credential = pick('credential')
  const keepsCredential = destination !== undefined && Object.keys(credential).length === 0
  const isReady = offer.fields.every(
    (field) => !field.isRequired || isWritten(field) || (field.part === 'credential' && keepsCredential),
  )
  const submit = async () => {
    const wanted = {
      label: label.trim() || words.kinds[offer.kind],
      settings: pick('settings'),
      ...(isSource ? {} : { filter }),
      ...(!keepsCredential && { credential }),
    }
    const { data } = destination
      ? await patch<{ data: Destination }>(`/destinations/${destination.id}`, wanted)
      : await post<{ data: Destination }>('/destinations', { kind: offer.kind, isSource, ...wanted })
    await onDone(data.id)
  }
  const choose = (name: KindName) => {
    setOffer(kinds.find(({ kind }) => kind === name)!)
    setValues({})
  }
  const names = Object.fromEntries(kinds.map(({ kind }) => [kind, words.kinds[kind]]))
  return (
    <FormDialog
      title={destination ? texts.own.edit(destination.label) : isSource ? words.sources.add : words.add}
      label={words.saveAndTest}
      isReady={isReady}
      submit={submit}
      onClose={onClose}
    >
      {!destination && (
        <Choose
          label={words.kind}
          names={names as Record<KindName, string>}
          value={offer.kind}
          change={choose}
        />
      )}
      <Field
        id="label"
        label={words.label}
        maxLength={80}
        placeholder={words.kinds[offer.kind]}
        value={label}
        change={setLabel}
      />
      {fieldsOf(offer, isSource).map((field) => (
        <KindInput
          key={`${offer.kind} ${field.name}`}
          words={words}
          offer={offer}
          field={field}
          keeps={destination !== undefined}
          isSource={isSource}
          value={values[field.name]}
          change={(value) => setValues({ ...values, [field.name]: value })}
        />
      ))}
      {isSource ? (
        <p class="small soft">{words.sources.about}</p>
      ) : (
        <>
          <FilterFields words={words} isLeague={offer.isLeague} filter={filter} change={setFilter} />
          <ul class="small soft">
            {offer.isLeague && <li>{words.publishes}</li>}
            {offer.deadlineDays !== null && <li>{words.deadline(offer.deadlineDays)}</li>}
            {offer.perHour !== null && <li>{words.shared(offer.perHour)}</li>}
            <li>{words.noZones}</li>
            <li>{words.noDeleting}</li>
          </ul>
        </>
      )}
    </FormDialog>
  )
}

/** Files are written into folders of years, and read from all of them. What is ticked follows what is typed. */
const fieldsOf = ({ fields }: KindOffer, isSource: boolean) =>
  fields
    .filter(({ name }) => !(isSource && name === 'yearFolders'))
    .toSorted((one, other) => Number(one.type === 'boolean') - Number(other.type === 'boolean'))

/** Not secret, and to be compared with what the service or an email says. */
const shown = new Set(['accessKeyId', 'code'])

function KindInput({
  words,
  offer,
  field: { name, part, type, isRequired, maxLength, choices, example },
  keeps,
  isSource,
  value,
  change,
}: {
  words: ForwardTexts
  offer: KindOffer
  field: KindField
  /** Whether a credential that is left empty stays as it is. */
  keeps: boolean
  isSource: boolean
  value: Value | undefined
  change: (value: Value) => void
}) {
  const id = `field-${name}`
  const named = words.fields[name as keyof ForwardTexts['fields']] ?? name
  const label = isRequired || type === 'boolean' ? named : words.optional(named)
  if (type === 'boolean') return <Choice label={label} isChosen={value === true} choose={change} />
  if (type === 'choice') {
    const names = Object.fromEntries(['', ...choices].map((choice) => [choice, choice]))
    return <Choose label={label} names={names} value={String(value ?? '')} change={change} />
  }
  const isSecret = part === 'credential' && !shown.has(name)
  const hint =
    isSource && offer.kind === 'webdav' && name === 'url'
      ? words.sources.url
      : words.hints[`${offer.kind}.${name}` as keyof ForwardTexts['hints']]
  const hints = [
    hint ?? (name === 'password' && words.appPassword),
    isSecret && (keeps ? words.keeps : words.sealed),
  ]
  const kind = type === 'integer' ? 'number' : type
  return (
    <Field
      id={id}
      label={label}
      type={isSecret ? 'password' : kind}
      // Browsers would offer the password of this site.
      autoComplete={isSecret ? 'new-password' : 'off'}
      required={isRequired && !(part === 'credential' && keeps)}
      {...(maxLength !== null && { maxLength })}
      {...(example !== null && !isSecret && { placeholder: example })}
      hint={hints.filter(Boolean).join(' ')}
      value={String(value ?? '')}
      change={(text) => change(type === 'integer' && text !== '' ? Number(text) : text)}
    />
  )
}
