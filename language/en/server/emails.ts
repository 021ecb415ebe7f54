// Every email the service sends. A link is a whole address.

export const emails = {
  verification: {
    subject: 'Confirm your email address for Cloudstreet',
    text: (link: string) =>
      `Please confirm that this email address is yours:\n\n${link}\n\n` +
      'The link works once, within one day. If you did not ask for it, ignore this email: nothing will change.',
  },
  accountExists: {
    subject: 'You already have a Cloudstreet account',
    text: (signIn: string, password: string) =>
      'Someone, perhaps you, tried to create an account with this email address. ' +
      'You already have one, and it has not been changed.\n\n' +
      `Sign in: ${signIn}\nForgot your password? ${password}\n\n` +
      'If this was not you, you do not need to do anything.',
  },
  finishSignUp: {
    subject: 'Finish creating your Cloudstreet account',
    text: (link: string) =>
      'There already is an account with this email address, but the address has not been confirmed yet. ' +
      `To use the account, choose a password here; this also confirms the address:\n\n${link}\n\n` +
      'The link works once, within one hour. If this was not you, ignore this email.',
  },
  passwordReset: {
    subject: 'Choose a new password for Cloudstreet',
    text: (link: string) =>
      `Choose a new password here:\n\n${link}\n\n` +
      'The link works once, within one hour. If you did not ask for it, ignore this email: your password stays the same.',
  },
  emailInUse: {
    subject: 'Someone tried to use your email address on Cloudstreet',
    text:
      'The owner of another Cloudstreet account asked to change its email address to this one. ' +
      'The address belongs to your account, so nothing has been changed.',
  },
  emailChangeRequested: {
    subject: 'Your Cloudstreet email address is about to change',
    text: (newEmail: string, link: string, password: string) =>
      `Someone who is signed in to your account asked to change its email address to ${newEmail}. ` +
      'If this was you, you do not need to do anything here.\n\n' +
      `If it was not you, keep your address:\n\n${link}\n\n` +
      'The link cancels the change. It still works for seven days after the change: then it gives your account this ' +
      `address back and signs everybody out. Someone else knows your password, so choose a new one: ${password}`,
  },
  emailChanged: {
    subject: 'The email address of your Cloudstreet account was changed',
    text: (newEmail: string, link: string) =>
      `The email address of your account is now ${newEmail}. ` +
      'If this was you, you do not need to do anything here.\n\n' +
      `If it was not you, take your account back:\n\n${link}\n\n` +
      'The link works for seven days. It gives the account this address back, signs everybody out and lets you choose ' +
      'a new password.',
  },
  emailRestored: {
    subject: 'A change of email address was undone on Cloudstreet',
    text: (email: string, password: string) =>
      `The account has its email address ${email} back. Everybody was signed out, links sent earlier no ` +
      `longer work, and you need to choose a new password: ${password}`,
  },
  emailReserved: {
    subject: 'Your email address cannot be used on Cloudstreet yet',
    text:
      'Someone, perhaps you, wanted to use this email address for a Cloudstreet account. Until a few days ago it was ' +
      'the address of another account, which can still reclaim it. Try again in a week.',
  },
  passwordChanged: {
    subject: 'Your Cloudstreet password was changed',
    text: (password: string) =>
      'The password of your account was changed, and every other session was signed out. ' +
      `If this was not you, choose a new password at once: ${password}`,
  },
  newDevice: {
    subject: 'Your Cloudstreet account was used on a new device',
    unknownBrowser: 'an unknown browser',
    text: (browser: string, address: string, time: string, password: string, activity: string) =>
      'Somebody signed in to your account in a browser that has not been used for it before: ' +
      `${browser}, IP address ${address}, ${time}. ` +
      'If this was you, you do not need to do anything.\n\n' +
      `If it was not you, choose a new password at once: ${password}\n` +
      `Then review the security activity: ${activity}`,
  },
  /** `what` is one of the sentences below. */
  secondFactor: {
    subject: 'The second factors of your Cloudstreet account have changed',
    text: (what: string, password: string, factors: string) =>
      `${what}\n\n` +
      `If this was not you, choose a new password at once: ${password}\n` +
      `Then check which factors are set up: ${factors}`,
    withUndo: (what: string, link: string) =>
      `${what}\n\n` +
      `If this was not you, remove it and take your account back:\n\n${link}\n\n` +
      'The link works for seven days. It signs everybody out, suspends other new second factors, and lets you ' +
      'choose a new password.',
    appAdded: 'An authenticator app was added: signing in to your account now asks for its code too.',
    passkeyAdded: (name: string) =>
      `A passkey was added: ${name}. It signs in to your account, and works alongside the password.`,
    appRemoved: 'A second factor was removed: authenticator app.',
    passkeyRemoved: (name: string) => `A second factor was removed: passkey ${name}.`,
    codesRenewed: 'New recovery codes were made. Those from before no longer work.',
    passwordAlone: 'The password alone now signs in to your account.',
    removedByOperator:
      'The operator of the service has removed your second factors: the password alone signs in.',
  },
  accessReviewed: {
    subject: 'You have reviewed the access to your Cloudstreet account',
    text: (ended: string, password: string) =>
      `No longer able to act for your account:\n\n${ended}\n\n` +
      `If this was not you, choose a new password at once: ${password}`,
  },
  recoveryCodeUsed: {
    subject: 'A recovery code of your Cloudstreet account was used',
    text: (left: number, factors: string, password: string) =>
      'One of your recovery codes was used in place of the second factor. ' +
      `${left === 1 ? 'One code is' : `${left === 0 ? 'No' : left} codes are`} left; you can make new ones: ${factors}\n\n` +
      `If this was not you, choose a new password at once: ${password}`,
  },
  keyCreated: {
    subject: 'Your Cloudstreet account has a new API key',
    text: (name: string, keys: string, password: string) =>
      `A key with the name "${name}" was created. Anyone who has it can act for your account within its scopes. ` +
      'If this was you, you do not need to do anything.\n\n' +
      `If it was not you, revoke the key: ${keys}\nThen choose a new password: ${password}`,
  },
  sharingWidened: {
    subject: 'Others see more of you',
    changes: {
      zoneRemoved: (name: string) =>
        `The privacy zone "${name}" was removed: others can see where flights begin and end there.`,
      zoneNarrowed: (name: string) =>
        `The privacy zone "${name}" hides less than before: others see more of the flights near it.`,
      flightsShared: (name: string) => `The visibility of ${name} flights was changed: others can see them.`,
      newFlightsShared: (_name: string) => `New flights are shared with others from now on.`,
      addressChosen: (name: string) => `Your public profile has the address "${name}" from now on.`,
      profilePublished: (_name: string) => `Your profile is public from now on.`,
      seasonEntered: (name: string) =>
        `You have entered the season "${name}": its rankings show your name as you have chosen it, and the flights that you let take part.`,
      clubJoined: (name: string) =>
        `You are a member of the club "${name}" from now on: its members see your name as you have chosen it.`,
      clubInvited: (name: string) =>
        `The club "${name}" has new invitations of yours: whoever has one can become a member.`,
      clubNameShown: (name: string) => `The club "${name}" shows others more of your name from now on.`,
      seasonNameShown: (name: string) =>
        `The rankings of the season "${name}" show more of your name from now on.`,
    },
    text: (change: string, undo: string, password: string) =>
      `${change} If this was you, you do not need to do anything.\n\nIf it was not you, undo it within seven days: ${undo}\nThen choose a new password: ${password}`,
  },
  entriesDecided: {
    subject: 'Your flights in a ranking',
    text: (season: string, lines: string, link: string) =>
      `About your flights in "${season}":\n\n${lines}\n\nYou can read it there, and answer: ${link}`,
    states: {
      review: (why: string) => `set aside until a reviewer has looked at it. ${why}`,
      accepted: (why: string) => `ranked. The reviewers write: ${why}`,
      rejected: (why: string) => `not ranked. The reviewers write: ${why} A decision can be changed.`,
    },
    findings: {
      airspace: 'The track passes through an airspace that may require a clearance.',
      'invalid-signature':
        'The signature of the file does not match; that can happen on its way from the instrument.',
      'unchecked-signature': 'The signature of the file could not be checked.',
      'start-in-air': 'The recording begins above the ground; instruments sometimes start late.',
      'same-track':
        'Another pilot of the season has the same track; files are sometimes passed on by mistake.',
    },
  },
  clubOwners: {
    subject: 'The owners of your club have changed',
    changes: {
      clubHandedOver: (who: string) => `Handed over to a new owner: ${who}.`,
      clubOwnerAdded: (who: string) => `New owner: ${who}.`,
      clubOwnerRemoved: (who: string) => `No longer an owner: ${who}.`,
    },
    // Without a link for those who have not owned it for long.
    text: (change: string, undo: string, password: string) =>
      undo === ''
        ? change
        : `${change} If this was agreed, you do not need to do anything.\n\nIf it was not, undo it within seven days: ${undo}\nIf someone did it in your name, choose a new password: ${password}`,
  },
  seasonChanged: {
    subject: 'A season that you have entered has changed',
    texts: {
      seasonDeleted: (season: string) =>
        `The season "${season}", which you had entered, was deleted with its rankings.`,
      seasonReopened: (season: string) =>
        `The season "${season}", which you have entered, is open again: its places may change until it is closed.`,
      rankingDeleted: (season: string, ranking: string) =>
        `The ranking "${ranking}" of the season "${season}", which you have entered, was deleted.`,
    },
  },
  clubInvitation: {
    subject: 'You are invited to a club',
    text: (club: string, inviter: string, link: string, day: string) =>
      `${inviter} invites you to join the club "${club}" on Cloudstreet. Nothing happens unless you say yes: ${link}\n\n` +
      `The invitation works once, until ${day}. If you do not know the club or the address, ignore this email.`,
  },
  deviceAdded: {
    subject: 'A device was added to your Cloudstreet account',
    text: (name: string, devices: string, password: string) =>
      `A device with the name "${name}" can now upload flights to your account, and do nothing else. ` +
      'If this was you, you do not need to do anything.\n\n' +
      `If it was not you, remove the device: ${devices}\nThen choose a new password: ${password}`,
  },
  newOrigin: {
    subject: 'A connected app uses a new address on Cloudstreet',
    text: (name: string, origin: string, earlier: string, connections: string, password: string) =>
      `You allowed "${name}" to return you to ${origin}. Until now it returned you to ${earlier}. ` +
      'If this was you and you trust the new address, you do not need to do anything.\n\n' +
      `If it was not you, disconnect the app: ${connections}\nThen choose a new password: ${password}`,
  },
  destinationRefused: {
    subject: 'Forwarding needs your attention',
    text: (label: string, words: string, destinations: string) =>
      `Cloudstreet cannot sign in to "${label}" or reach its address.${words === '' ? '' : ` The service says: ${words}`}\n\n` +
      `Your flights are on hold, and none is lost. Update the address or the credentials, then test again: ${destinations}`,
  },
  webhookDisabled: {
    subject: 'One of your webhooks was disabled',
    text: (url: string, reason: string, webhooks: string) =>
      `Cloudstreet no longer sends events to ${url}: ${reason}.\n\n` +
      `Once the receiver works again, enable the webhook and replay the events it missed. They are kept for 30 days:\n${webhooks}`,
  },
}
