// A picture that stands for a pilot or a club: shown, replaced and taken away.
import { useRef } from 'preact/hooks'
import { texts } from '../../language/texts.ts'
import { useAction } from '../load.ts'
import { Avatar } from '../menu/avatar.tsx'
import { ProblemNotice } from '../notices.tsx'

export function PictureField({
  name,
  image,
  alt = '',
  send,
  drop,
}: {
  name: string
  image: string | null
  alt?: string
  send: (file: File) => Promise<unknown>
  drop: () => Promise<unknown>
}) {
  const action = useAction()
  const picker = useRef<HTMLInputElement>(null)
  const choose = (file: File | undefined) => file && void action.run(() => send(file))
  return (
    <>
      <div class="row">
        <Avatar name={name} image={image} alt={alt} isLarge />
        <div class="form">
          <div class="row">
            <button
              class="secondary small"
              type="button"
              disabled={action.isBusy}
              onClick={() => picker.current?.click()}
            >
              {image ? texts.account.changePicture : texts.account.choosePicture}
            </button>
            {image && (
              <button
                class="danger small"
                type="button"
                disabled={action.isBusy}
                onClick={() => void action.run(drop)}
              >
                {texts.account.removePicture}
              </button>
            )}
          </div>
          <span class="soft small">{texts.account.pictureHint}</span>
        </div>
      </div>
      <input
        ref={picker}
        class="unseen"
        type="file"
        accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
        aria-label={texts.account.picture}
        tabIndex={-1}
        onChange={(event) => choose(event.currentTarget.files?.[0])}
      />
      <ProblemNotice problem={action.problem} />
    </>
  )
}
