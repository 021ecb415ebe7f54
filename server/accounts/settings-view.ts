// What the settings page looks like: one section for each thing that can be changed.
import type { Account, SignedInSession } from '#dashboard/account.ts'
import { createFormToken, type Session } from '#server/access/session.ts'
import { html } from '#server/platform/http/html.ts'
import type { AccountServices } from './account-services.ts'
import { emailField, field, hidden, type Notice, passwordField, showNotice } from './forms.ts'

export const FORM_PURPOSE = 'settings'

export type Section = 'profile' | 'picture' | 'email' | 'password' | 'sessions' | 'export' | 'delete'

export interface SettingsView {
  accounts: AccountServices
  session: Session
  account: Account
  sessions: SignedInSession[]
  message: { section: Section; notice: Notice } | undefined
}

export function settingsBody(view: SettingsView): unknown {
  const token = createFormToken(view.accounts, view.session, FORM_PURPOSE)
  return html`<div class="heading">
      <h1>Settings</h1>
      <form class="heading-ways" method="post" action="/sign-out">
        <span class="soft long">${view.account.email}</span>
        <button class="secondary small">Sign out</button>
      </form>
    </div>
    ${showProfile(view, token)} ${showPicture(view, token)} ${showEmail(view, token)}
    ${showPassword(view, token)} ${showSessions(view, token)} ${showExport(view)} ${showDeletion(view, token)}`
}

function section(view: SettingsView, id: Section, title: string, about: unknown, content: unknown): unknown {
  const notice = view.message?.section === id ? view.message.notice : undefined
  return html`<section class="setting" id=${id} aria-labelledby=${`${id}-title`}>
    <div>
      <h2 id=${`${id}-title`}>${title}</h2>
      <p class="soft">${about}</p>
    </div>
    <div class="card">${showNotice(notice)} ${content}</div>
  </section>`
}

function showProfile(view: SettingsView, token: string): unknown {
  const { account } = view
  const about = 'What apps may read with your consent. Your address is told only to those you allow it.'
  const name = field({
    name: 'name',
    label: 'Name',
    value: account.name ?? '',
    autocomplete: 'name',
    isRequired: false,
    attributes: { maxlength: 100 },
  })
  const club = field({
    name: 'club',
    label: 'Club',
    value: account.club ?? '',
    autocomplete: 'organization',
    isRequired: false,
    attributes: { maxlength: 100 },
  })
  const civlId = field({
    name: 'civl_id',
    label: 'CIVL id',
    value: account.civlId === null ? '' : String(account.civlId),
    autocomplete: 'off',
    hint: 'Your number in the CIVL world ranking.',
    isRequired: false,
    attributes: { inputmode: 'numeric', pattern: '[0-9]*', maxlength: 10 },
  })
  const content = html`<form method="post" action="/settings/profile#profile">
    ${hidden('form_token', token)} ${name} ${club} ${civlId}
    <label class="check">
      <input type="checkbox" name="public_profile" checked=${account.publicProfile} />
      <span>My profile is public</span>
    </label>
    <button>Save the profile</button>
  </form>`
  return section(view, 'profile', 'Profile', about, content)
}

function showPicture(view: SettingsView, token: string): unknown {
  const path = view.account.image
  const content = html`<div class="picture">
      ${
        path
          ? html`<img src=${path} alt="Your picture" width="96" height="96" />`
          : html`<div class="no-picture" role="img" aria-label="You have no picture"></div>`
      }
      <form method="post" action="/settings/picture#picture" enctype="multipart/form-data">
        ${hidden('form_token', token)}
        <label for="field-picture">New picture</label>
        <input
          id="field-picture"
          type="file"
          name="picture"
          required
          accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
        />
        <button>Upload the picture</button>
      </form>
    </div>
    ${
      path &&
      html`<form method="post" action="/settings/picture/remove#picture">
        ${hidden('form_token', token)}<button class="secondary">Remove the picture</button>
      </form>`
    }`
  return section(view, 'picture', 'Picture', 'Up to 1 MB. It is cut to a square.', content)
}

function showEmail(view: SettingsView, token: string): unknown {
  const { account, accounts } = view
  const state = account.emailVerified ? 'confirmed' : 'not confirmed'
  const about = accounts.mail.isConfigured
    ? 'To change it, open the link that we send to the new address.'
    : 'The address with which you sign in.'
  const content = html`<p>
      <strong class="long">${account.email}</strong> <span class="badge">${state}</span>
    </p>
    <form method="post" action="/settings/email#email">
      ${hidden('form_token', token)} ${emailField('', 'email', 'New email')}
      ${passwordField('password', 'Current password', 'current-password', 'email-password')}
      <button>Change the address</button>
    </form>`
  return section(view, 'email', 'Email', about, content)
}

function showPassword(view: SettingsView, token: string): unknown {
  const content = html`<form method="post" action="/settings/password#password">
    ${hidden('form_token', token)}
    ${passwordField('current_password', 'Current password', 'current-password')}
    ${passwordField('new_password', 'New password', 'new-password')}
    <button>Change the password</button>
  </form>`
  return section(view, 'password', 'Password', 'A change ends every other session.', content)
}

function showSessions(view: SettingsView, token: string): unknown {
  const content = html`<ul class="sessions">
      ${view.sessions.map((session) => showSession(session, token))}
    </ul>
    ${
      view.sessions.length > 1 &&
      html`<form method="post" action="/settings/sessions/end-others#sessions">
        ${hidden('form_token', token)}<button class="secondary">End all other sessions</button>
      </form>`
    }`
  return section(
    view,
    'sessions',
    'Sessions',
    'Where you are signed in. One that is not used for 30 days ends.',
    content,
  )
}

function showSession(session: SignedInSession, token: string): unknown {
  return html`<li>
    <div>
      <strong>${session.browser ?? 'Unknown browser'}</strong>
      ${session.isCurrent && html` <span class="badge">this one</span>`}
      <div class="soft">
        Seen ${showTime(session.lastSeenAt)}${session.address && ` from ${session.address}`}
      </div>
    </div>
    ${
      !session.isCurrent &&
      html`<form method="post" action="/settings/sessions/end#sessions">
        ${hidden('form_token', token)} ${hidden('id', session.id)}
        <button class="secondary small" aria-label=${`End the session ${session.browser ?? ''}`}>End</button>
      </form>`
    }
  </li>`
}

function showTime(time: number): unknown {
  const iso = new Date(time).toISOString()
  return html`<time datetime=${iso}>${iso.slice(0, 16).replace('T', ' ')} UTC</time>`
}

function showExport(view: SettingsView): unknown {
  const about = 'Profile, flights, the IGC files byte for byte, keys, applications and consents as one ZIP.'
  const content = html`<p>
    <a class="button secondary first" href="/settings/export">Download everything</a>
  </p>`
  return section(view, 'export', 'Take your data along', about, content)
}

function showDeletion(view: SettingsView, token: string): unknown {
  const about = 'There is no way back. Download your data first.'
  const content = html`<form method="post" action="/settings/delete#delete">
    ${hidden('form_token', token)}
    <p>
      Your flights, their files, tokens, keys and webhooks are deleted at once. Apps that had your consent are
      told that the flights are gone.
    </p>
    ${passwordField('password', 'Current password', 'current-password', 'delete-password')}
    <button class="danger">Delete my account</button>
  </form>`
  return section(view, 'delete', 'Delete the account', about, content)
}
