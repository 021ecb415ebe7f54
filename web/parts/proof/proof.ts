// Some requests need a recent proof of who is signed in. The dialog that asks for one registers itself here, and
// the client of the API waits for it.

type Ask = () => Promise<boolean>

let ask: Ask | undefined
let pending: Promise<boolean> | undefined

export function setProofDialog(dialog: Ask | undefined): void {
  ask = dialog
}

/** True once the user has proved it; false when they would rather not. Requests that wait at once share one dialog. */
export async function askForProof(): Promise<boolean> {
  pending ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    pending = undefined
  })
  return pending
}
