// Leads to the page that lists what can act for the account, to keep or to end each.
import { texts } from '../language/texts.ts'

export function ReviewCard() {
  return (
    <section class="card form" aria-labelledby="review-title">
      <h2 id="review-title">{texts.security.access}</h2>
      <p>{texts.security.accessWhat}</p>
      <div>
        <a class="button secondary" href="/review-access?return_to=/app/settings/security">
          {texts.security.reviewAccess}
        </a>
      </div>
    </section>
  )
}
