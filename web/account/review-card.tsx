// Leads to the page that lists what can act for the account, to keep or to end each.
export function ReviewCard() {
  return (
    <section class="card form" aria-labelledby="review-title">
      <h2 id="review-title">Access</h2>
      <p>Keys, connected apps, your own applications and webhooks act for you without being signed in.</p>
      <div>
        <a class="button secondary" href="/review-access?return_to=/app/account/sessions">
          Review access
        </a>
      </div>
    </section>
  )
}
