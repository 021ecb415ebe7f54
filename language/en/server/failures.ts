// The pages for what went wrong.

export const failures = {
  notAllowed: 'This is not allowed',
  notFound: 'Page not found',
  tooMany: 'Too many attempts',
  oneMoment: 'One moment, please',
  ourFault: 'Something went wrong',
  failed: 'That did not work',
  toStart: 'Go to the start page',
  forSupport: 'Details for support',
  request: (id: string) => `Request ${id}`,
  /** Instead of what the API says, where that has no sentence below. */
  nothingHere: 'There is nothing at this address.',
  tryAgainIn: (seconds: number) =>
    seconds < 60
      ? `Try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`
      : `Try again in ${Math.ceil(seconds / 60) === 1 ? 'a minute' : `${Math.ceil(seconds / 60)} minutes`}.`,
}

/** The API says it in these words, pages in the reader’s language. */
export const refusals = {
  otherSite: 'This request comes from another site, so nothing was changed.',
  formOfOtherSite: 'This form was sent from another site.',
  formExpired: 'This form has expired or belongs to another session. Open the page again.',
  wrongPassword: 'The current password is wrong.',
  hasApp: 'You have an authenticator app already. Remove it first.',
  setUpExpired: 'The set-up has expired. Begin again.',
  wrongAppCode: 'This code is wrong. Is the clock of your phone right?',
  noSecondFactor: 'You have no second factor.',
  noFlight: 'There is no such flight.',
  noProfile: 'There is no such profile.',
  noDatabase: 'The service cannot reach its database right now; try again shortly.',
  isBusy: 'Something else holds what this needs right now; try again shortly.',
  ourFault: 'Something went wrong on our side; the request id helps us to find it.',
  repeatedParameter: 'The link contains client_id or redirect_uri more than once.',
  unknownApplication: 'The application that sent you here is unknown or disabled.',
  unregisteredReturn:
    'The application has not registered the address (redirect_uri) to which this link would return you.',
  repeatedInSignOut: 'The link contains a parameter more than once.',
  otherApplication: 'The link names an application (client_id) that its id_token_hint is not for.',
  unregisteredAfterSignOut:
    'The application has not registered the address (post_logout_redirect_uri) to which this link would return you.',
}
