// Clubs: what they are, who belongs to them and how one gets in.
import { type Static, Type } from 'typebox'
import {
  answerOf,
  bodyOf,
  count,
  flag,
  id,
  listOf,
  moment,
  objectOf,
  oneOf,
  orNull,
  pageQuery,
  text,
  textOrNull,
} from '../values.ts'

const MAX_NAME_LENGTH = 80
const MAX_INVITATION_DAYS = 90
const MAX_INVITATION_USES = 1_000

const clubRoles = ['owner', 'admin', 'reviewer', 'member'] as const
export type ClubRole = (typeof clubRoles)[number]
export const shownNames = ['full', 'initial', 'handle'] as const

const Role = {
  ...oneOf(
    clubRoles,
    'owner: everything; admin: settings, requests, invitations, members and reviewers; reviewer: decides about flights that are entered into rankings; member.',
    'member',
  ),
  title: 'ClubRole',
}

const settings = {
  name: Type.String({
    minLength: 1,
    maxLength: MAX_NAME_LENGTH,
    'x-must-be': `text of 1 to ${MAX_NAME_LENGTH} characters`,
    description: 'What the club is called.',
    examples: ['Gleitschirmclub Niesen'],
  }),
  handle: Type.String({
    pattern: '^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])$',
    'x-must-be': '2 to 40 lower-case letters, digits and hyphens, with no hyphen at either end',
    description: 'The last part of its address; no two clubs have the same one.',
    examples: ['gc-niesen'],
  }),
  country: Type.String({
    pattern: '^[A-Z]{2}$',
    'x-must-be': 'a country of two capital letters such as CH (ISO 3166-1 alpha-2)',
    description: 'ISO 3166-1 alpha-2.',
    examples: ['CH'],
  }),
  join: oneOf(
    ['open', 'request', 'invitation'],
    'open: anyone who sees the club joins; request: an admin decides; invitation: only with an invitation, which works for the others, too.',
    'request',
  ),
  visible: oneOf(
    ['public', 'members'],
    'public: every user finds the club and sees the members who are listed; members: to everyone else it does not exist.',
  ),
}

const page = {
  description: orNull(
    Type.String({
      maxLength: 1_000,
      'x-text': 'all-visible',
      'x-must-be': 'plain text of up to 1000 characters',
      examples: ['We fly at the Niesen, and meet on Thursdays.'],
    }),
    'What the club says of itself, in plain text.',
  ),
  website: orNull(
    Type.String({
      maxLength: 200,
      pattern: String.raw`^https://[^\x00-\x20/?#@:]+\.[^\x00-\x20/?#@:]+(?:[/?#][^\x00-\x20]*)?$`,
      'x-must-be':
        'an address that begins with https://, without a port or user name, of up to 200 characters',
      examples: ['https://gc-niesen.example'],
    }),
    'Its website.',
  ),
}
const changedPage = { description: Type.Optional(page.description), website: Type.Optional(page.website) }

const choices = {
  displayName: oneOf(
    shownNames,
    'How the pilot’s name is shown in this club: full; initial: the first name and an initial; handle: the address of the public profile.',
    'initial',
  ),
  isListed: flag(
    'Whether users outside the club see the pilot among the members of a public club. It is never switched on for those who joined before the club became public.',
    true,
  ),
}
const chosen = { displayName: Type.Optional(choices.displayName), isListed: Type.Optional(choices.isListed) }

export const Club = objectOf('Club', {
  id: id('The id of the club.'),
  ...settings,
  ...page,
  picture: orNull(
    Type.String({ examples: ['/clubs/68f0a1b2c3d4e5f6a7b8c9d2/picture?of=1795129729857'] }),
    'Its picture, a square WebP of 256 px, below /visit for those who may see a public club. A changed picture has another address.',
  ),
  members: count('How many members it has.', 84),
  isClosed: flag('Whether it takes no new members, because it has lost its last owner and admin.'),
  dateCreated: moment('When it was created, UTC.'),
  membership: orNull(
    objectOf('ClubMembership', { role: Role, since: moment('Since when, UTC.'), ...choices }),
    'Of the user for whom the credential acts; null when not a member.',
  ),
  isRequested: flag('Whether this user has asked to join, and no admin has decided yet.'),
})
export type Club = Static<typeof Club>
export const ClubResult = answerOf('ClubResult', Club)

export const ClubRegistration = bodyOf('ClubRegistration', { ...settings, ...changedPage })
export type ClubRegistration = Static<typeof ClubRegistration>

export const ClubChange = Type.Partial(ClubRegistration, {
  title: 'ClubChange',
  examples: [{ join: 'request', visible: 'members' }],
  description: 'The members to change; at least one.',
  additionalProperties: false,
  minProperties: 1,
})
export type ClubChange = Static<typeof ClubChange>

const other = (description: string) => ({ ...id(description), examples: ['68f0a1b2c3d4e5f6a7b8c9d1'] })

export const ClubListQuery = Type.Object({
  mine: Type.Optional({
    ...flag('Only clubs of which the user is a member, public or not, or which the user has asked.'),
    default: false,
  }),
  q: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Only clubs whose name contains this; case and accents do not matter.',
      examples: ['niesen'],
    }),
  ),
  country: Type.Optional(settings.country),
  handle: Type.Optional({
    ...settings.handle,
    description: 'Only the club with this handle: a public one, or one of the user’s.',
  }),
  ...pageQuery(),
})
export type ClubListQuery = Static<typeof ClubListQuery>
export const ClubList = listOf('ClubList', Club)
export type ClubList = Static<typeof ClubList>

const club = id('The club.')
export const ClubParams = Type.Object({ id: club })
export const ClubMemberParams = Type.Object({ id: club, memberId: other('The member.') })
export const ClubInvitationParams = Type.Object({ id: club, invitationId: other('The invitation.') })

export const ClubMember = objectOf('ClubMember', {
  id: id('The membership, request or removal: of one pilot, in this club, since this time.'),
  name: textOrNull('As the pilot has chosen it for this club; null when there is no such name.', 'Ada T.'),
  role: Role,
  since: moment('Since when, UTC.'),
  isYou: flag('Whether it is the user who asks.'),
})
export type ClubMember = Static<typeof ClubMember>
export const ClubPageQuery = Type.Object(pageQuery())
export type ClubPageQuery = Static<typeof ClubPageQuery>
export const ClubMembersQuery = Type.Object({
  state: Type.Optional({
    ...oneOf(
      ['member', 'requested', 'removed'],
      'Members, or for owners and admins those who ask to join, or who were removed.',
    ),
    default: 'member',
  }),
  ...pageQuery(),
})
export type ClubMembersQuery = Static<typeof ClubMembersQuery>
export const ClubMemberList = listOf('ClubMemberList', ClubMember)
export type ClubMemberList = Static<typeof ClubMemberList>

export const ClubRoleChange = bodyOf('ClubRoleChange', { role: Role })
export const ClubHandOver = bodyOf('ClubHandOver', { memberId: other('The member who becomes owner.') })

export const ClubJoin = bodyOf('ClubJoin', chosen, {
  description: 'displayName defaults to initial, isListed to the visibility of the club.',
})
export type ClubJoin = Static<typeof ClubJoin>

export const LeaveClubQuery = Type.Object({
  withdrawn: Type.Optional({
    ...flag('Withdraws the name from closed seasons of the club, too: place and sum stay there.'),
    default: false,
  }),
})

export const MembershipChange = bodyOf('ClubMembershipChange', chosen, { minProperties: 1 })
export type MembershipChange = Static<typeof MembershipChange>

const endsAt = moment('When it ends, UTC.')
const maxUses = count('How many pilots may join with it.', 30)
export const ClubInvitation = objectOf('ClubInvitation', {
  id: id('The invitation.'),
  email: textOrNull(
    'The address to which it was sent; null for a link that was made to be passed on.',
    'ada@example.org',
  ),
  maxUses,
  uses: count('How many have.', 4),
  endsAt,
  dateCreated: moment('When it was made, UTC.'),
})
export type ClubInvitation = Static<typeof ClubInvitation>
export const ClubInvitationList = listOf('ClubInvitationList', ClubInvitation)

const days = { ...count('For how many days it works.', 14), minimum: 1, maximum: MAX_INVITATION_DAYS }
export const NewClubInvitation = bodyOf('ClubInvitationTerms', {
  days: Type.Optional({ ...days, default: 14 }),
  maxUses: Type.Optional({ ...maxUses, minimum: 1, maximum: MAX_INVITATION_USES, default: 30 }),
})
export type NewClubInvitation = Static<typeof NewClubInvitation>

const TOKEN = '4fzyo82mvyr2K1aYpQd7Rw'
export const CreatedClubInvitation = objectOf('CreatedClubInvitation', {
  ...ClubInvitation.properties,
  url: text(
    'The link to pass on. It is shown only here.',
    `https://cloudstreet.example/app/clubs/join/${TOKEN}`,
  ),
})
export type CreatedClubInvitation = Static<typeof CreatedClubInvitation>
export const CreatedClubInvitationResult = answerOf('CreatedClubInvitationResult', CreatedClubInvitation)

const token = Type.String({
  pattern: '^[0-9A-Za-z]{22}$',
  'x-must-be': 'the last part of an invitation link',
  description: 'The last part of the link.',
  examples: [TOKEN],
})
export const ClubInvitationToken = bodyOf('ClubInvitationToken', { token })
export const ClubInvitationAcceptance = bodyOf('ClubInvitationAcceptance', { token, ...chosen })
export type ClubInvitationAcceptance = Static<typeof ClubInvitationAcceptance>

const ClubOfferDetails = objectOf('ClubOfferDetails', {
  ...Type.Pick(Club, ['name', 'handle', 'country', 'visible', 'members']).properties,
  endsAt,
  isMember: flag('Whether the user is a member already.'),
})
export type ClubOffer = Static<typeof ClubOfferDetails>
export const ClubOffer = answerOf('ClubOffer', ClubOfferDetails, {
  description: 'What an invitation leads to.',
})

const address = Type.String({
  maxLength: 254,
  description: 'An email address.',
  examples: ['ada@example.org'],
})
export const InvitedAddresses = bodyOf('InvitedAddresses', {
  addresses: Type.Array(address, { minItems: 1, maxItems: 200, description: 'Who is invited.' }),
})

const LeftOutAddress = objectOf('LeftOutAddress', {
  address,
  problem: text('A sentence for people: why it gets no email.', 'This is not an email address.'),
})
const InvitedCount = objectOf('InvitedCount', {
  sent: count('How many addresses are invited, with an account or without.', 1),
  leftOut: Type.Array(LeftOutAddress, { description: 'The others.' }),
})
export type InvitedReport = Static<typeof InvitedCount>
export const InvitedReport = answerOf('InvitedReport', InvitedCount)
