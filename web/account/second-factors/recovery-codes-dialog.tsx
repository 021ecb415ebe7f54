// Recovery codes that were just made, for the only time.
import { texts } from '../../language/texts.ts'
import { Dialog } from '../../parts/dialog.tsx'

export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`
  return (
    <Dialog title={texts.security.yourCodes} onClose={onClose}>
      <div class="form">
        <p>{texts.security.yourCodesWhat}</p>
        <ul class="recovery-codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div class="dialog-foot">
          <a class="button secondary" href={file} download="cloudstreet-recovery-codes.txt">
            {texts.security.download}
          </a>
          <button onClick={onClose}>{texts.security.savedThem}</button>
        </div>
      </div>
    </Dialog>
  )
}
