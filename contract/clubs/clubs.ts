// Clubs: what they are, who belongs to them and how one gets in.
import { type Static, type TSchema, Type } from 'typebox'
import { id, moment, orNull } from '../values.ts'

export const MAX_CLUB_NAME_LENGTH = 80
export const DEFAULT_CLUB_PAGE = 50
const MAX_CLUB_PAGE = 100
export const MAX_INVITATION_DAYS = 90
export const MAX_INVITATION_USES = 1_000
/** Of a list of addresses, in characters: below the limit of every JSON body. */
export const MAX_INVITED_TEXT = 40_000

export const clubRoles = ['owner', 'admin', 'reviewer', 'member'] as const
export type ClubRole = (typeof clubRoles)[number]
export const clubJoins = ['open', 'request', 'invitation'] as const
export const clubVisibilities = ['public', 'members'] as const
export const shownNames = ['full', 'initial', 'handle'] as const

const Role = Type.Enum(clubRoles, {
  title: 'ClubRole',
  type: 'string',
  description:
    'owner: everything; admin: settings, requests, invitations, members and reviewers; reviewer: decides about flights that are entered into rankings; member.',
  examples: ['member'],
})

const OTHER_ID = '68f0a1b2c3d4e5f6a7b8c9d1'
const HANDLE_PATTERN = '^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])$'

const settings = {
  name: Type.String({
    minLength: 1,
    maxLength: MAX_CLUB_NAME_LENGTH,
    'x-must-be': `text of 1 to ${MAX_CLUB_NAME_LENGTH} characters`,
    description: 'What the club is called.',
    examples: ['Gleitschirmclub Niesen'],
  }),
  handle: Type.String({
    pattern: HANDLE_PATTERN,
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
  join: Type.Enum(clubJoins, {
    type: 'string',
    description:
      'open: anyone who sees the club joins; request: an admin decides; invitation: only with an invitation, which works for the others, too.',
    examples: ['request'],
  }),
  visible: Type.Enum(clubVisibilities, {
    type: 'string',
    description:
      'public: every user finds the club and sees the members who are listed; members: to everyone else it does not exist.',
    examples: ['public'],
  }),
}

const shownAs = Type.Enum(shownNames, {
  type: 'string',
  description:
    'How the pilot’s name is shown in this club: full; initial: the first name and an initial; handle: the address of the public profile.',
  examples: ['initial'],
})
const isListed = Type.Boolean({
  description:
    'Whether users outside the club see the pilot among the members of a public club. It is never switched on for those who joined before the club became public.',
  examples: [true],
})

const choices = { shownAs: Type.Optional(shownAs), isListed: Type.Optional(isListed) }

export const Club = Type.Object(
  {
    id: id('The id of the club.'),
    ...settings,
    members: Type.Integer({ description: 'How many members it has.', examples: [84] }),
    isClosed: Type.Boolean({
      description: 'Whether it takes no new members, because it has lost its last owner and admin.',
      examples: [false],
    }),
    dateCreated: moment('When it was created, UTC.'),
    membership: orNull(
      Type.Object(
        {
          role: Role,
          since: moment('Since when, UTC.'),
          isMain: Type.Boolean({
            description: 'Whether it is the pilot’s main club; one at most is.',
            examples: [true],
          }),
          shownAs,
          isListed,
        },
        { title: 'ClubMembership' },
      ),
      'Of the user for whom the credential acts; null when not a member.',
    ),
    isRequested: Type.Boolean({
      description: 'Whether this user has asked to join, and no admin has decided yet.',
      examples: [false],
    }),
  },
  { title: 'Club' },
)
export type Club = Static<typeof Club>
export const ClubResult = Type.Object({ data: Club }, { title: 'ClubResult' })

export const ClubRegistration = Type.Object(
  { ...settings },
  { title: 'ClubRegistration', additionalProperties: false },
)
export type ClubRegistration = Static<typeof ClubRegistration>

export const ClubChange = Type.Partial(ClubRegistration, {
  title: 'ClubChange',
  examples: [{ join: 'request', visible: 'members' }],
  description: 'What to change: at least one member.',
  additionalProperties: false,
  minProperties: 1,
})
export type ClubChange = Static<typeof ClubChange>

const page = {
  after: Type.Optional({
    ...id('Only entries after this one: next of the page before.'),
    examples: [OTHER_ID],
  }),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_CLUB_PAGE,
      default: DEFAULT_CLUB_PAGE,
      description: 'How many entries a page has at most.',
    }),
  ),
}
const pageOf = <Entry extends TSchema>(entry: Entry, title: string) =>
  Type.Object(
    {
      data: Type.Array(entry),
      next: orNull(id('The last entry of this page.'), 'For after of the next page; null at the end.'),
    },
    { title },
  )

export const ClubListQuery = Type.Object({
  mine: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Only clubs of which the user is a member, public or not.',
      examples: [false],
    }),
  ),
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
  ...page,
})
export type ClubListQuery = Static<typeof ClubListQuery>
export const ClubList = pageOf(Club, 'ClubList')
export type ClubList = Static<typeof ClubList>

const club = id('The club.')
const inClub = (description: string) => ({ ...id(description), examples: [OTHER_ID] })
export const ClubParams = Type.Object({ id: club })
export const ClubMemberParams = Type.Object({ id: club, memberId: inClub('The member.') })
export const ClubRequestParams = Type.Object({ id: club, requestId: inClub('The request.') })
export const ClubInvitationParams = Type.Object({ id: club, invitationId: inClub('The invitation.') })

const shownName = orNull(
  Type.String({ examples: ['Ada T.'] }),
  'As the pilot has chosen it for this club; null when there is no such name.',
)

export const ClubMember = Type.Object(
  {
    id: id('The membership: of one pilot, in this club, since this time.'),
    name: shownName,
    role: Role,
    since: moment('Since when, UTC.'),
    isYou: Type.Boolean({ description: 'Whether it is the user who asks.', examples: [false] }),
  },
  { title: 'ClubMember' },
)
export type ClubMember = Static<typeof ClubMember>
export const ClubPageQuery = Type.Object(page)
export type ClubPageQuery = Static<typeof ClubPageQuery>
export const ClubMemberList = pageOf(ClubMember, 'ClubMemberList')
export type ClubMemberList = Static<typeof ClubMemberList>

export const ClubRoleChange = Type.Object(
  { role: Role },
  { title: 'ClubRoleChange', additionalProperties: false },
)
export const ClubHandOver = Type.Object(
  { memberId: inClub('The member who becomes owner.') },
  { title: 'ClubHandOver', additionalProperties: false },
)

export const ClubJoin = Type.Object(choices, {
  title: 'ClubJoin',
  description: 'Without shownAs it is initial; without isListed it is as the club is visible.',
  additionalProperties: false,
})
export type ClubJoin = Static<typeof ClubJoin>

export const MembershipChange = Type.Object(
  {
    ...choices,
    isMain: Type.Optional(
      Type.Boolean({
        description: 'true makes it the main club, and another one no longer is.',
        examples: [true],
      }),
    ),
  },
  { title: 'ClubMembershipChange', additionalProperties: false, minProperties: 1 },
)
export type MembershipChange = Static<typeof MembershipChange>

export const ClubRequest = Type.Object(
  {
    id: id('The request.'),
    name: shownName,
    dateCreated: moment('When it was made, UTC.'),
  },
  { title: 'ClubRequest' },
)
export type ClubRequest = Static<typeof ClubRequest>
export const ClubRequestList = pageOf(ClubRequest, 'ClubRequestList')
export type ClubRequestList = Static<typeof ClubRequestList>
export const ClubDecision = Type.Object(
  {
    decision: Type.Enum(['approve', 'decline'], {
      type: 'string',
      description: 'Whether the pilot becomes a member.',
      examples: ['approve'],
    }),
  },
  { title: 'ClubDecision', additionalProperties: false },
)
export type ClubDecision = Static<typeof ClubDecision>

const endsAt = moment('When it ends, UTC.')
export const ClubInvitation = Type.Object(
  {
    id: id('The invitation.'),
    email: orNull(
      Type.String({ examples: ['ada@example.org'] }),
      'The address to which it was sent; null for a link that was made to be passed on.',
    ),
    maxUses: Type.Integer({ description: 'How many pilots may join with it.', examples: [30] }),
    uses: Type.Integer({ description: 'How many have.', examples: [4] }),
    endsAt,
    dateCreated: moment('When it was made, UTC.'),
  },
  { title: 'ClubInvitation' },
)
export type ClubInvitation = Static<typeof ClubInvitation>
export const ClubInvitationList = pageOf(ClubInvitation, 'ClubInvitationList')
export type ClubInvitationList = Static<typeof ClubInvitationList>

export const NewClubInvitation = Type.Object(
  {
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_INVITATION_DAYS,
        default: 14,
        description: 'For how many days it works.',
        examples: [14],
      }),
    ),
    maxUses: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_INVITATION_USES,
        default: 30,
        description: 'How many pilots may join with it.',
        examples: [30],
      }),
    ),
  },
  { title: 'ClubInvitationTerms', additionalProperties: false },
)
export type NewClubInvitation = Static<typeof NewClubInvitation>

export const CreatedClubInvitation = Type.Object(
  {
    ...ClubInvitation.properties,
    url: Type.String({
      description: 'The link to pass on. It is shown only here.',
      examples: ['https://cloudstreet.example/app/clubs/join/4fzyo82mvyr2K1aYpQd7Rw'],
    }),
  },
  { title: 'CreatedClubInvitation' },
)
export type CreatedClubInvitation = Static<typeof CreatedClubInvitation>
export const CreatedClubInvitationResult = Type.Object(
  { data: CreatedClubInvitation },
  { title: 'CreatedClubInvitationResult' },
)

const token = Type.String({
  pattern: '^[0-9A-Za-z]{22}$',
  'x-must-be': 'the last part of an invitation link',
  description: 'The last part of the link.',
  examples: ['4fzyo82mvyr2K1aYpQd7Rw'],
})
export const ClubInvitationToken = Type.Object(
  { token },
  { title: 'ClubInvitationToken', additionalProperties: false },
)
export const ClubInvitationAcceptance = Type.Object(
  { token, ...choices },
  { title: 'ClubInvitationAcceptance', additionalProperties: false },
)
export type ClubInvitationAcceptance = Static<typeof ClubInvitationAcceptance>

export const ClubOffer = Type.Object(
  {
    data: Type.Object(
      {
        name: settings.name,
        handle: settings.handle,
        country: settings.country,
        visible: settings.visible,
        members: Club.properties.members,
        endsAt,
        isMember: Type.Boolean({ description: 'Whether the user is a member already.', examples: [false] }),
      },
      { title: 'ClubOfferDetails' },
    ),
  },
  { title: 'ClubOffer', description: 'What an invitation leads to.' },
)
export type ClubOffer = Static<typeof ClubOffer>['data']

export const InvitedAddresses = Type.Object(
  {
    csv: Type.String({
      minLength: 1,
      maxLength: MAX_INVITED_TEXT,
      'x-must-be': `text of 1 to ${MAX_INVITED_TEXT} characters`,
      description:
        'One address in a line, or a table with commas, semicolons or tabs: the first cell with an @ is the address, and a first line without one is its heading.',
      examples: ['email,name\nada@example.org,Ada Thermal\n'],
    }),
  },
  { title: 'InvitedAddresses', additionalProperties: false },
)
export const InvitedReport = Type.Object(
  {
    data: Type.Object(
      {
        sent: Type.Integer({
          description: 'How many addresses an email goes to, with an account or without.',
          examples: [1],
        }),
        problems: Type.Array(
          Type.Object(
            {
              line: Type.Integer({ description: 'The number of the line, from 1.', examples: [3] }),
              problem: Type.String({
                description: 'A sentence for people: what is wrong with it.',
                examples: ['There is no email address in this line.'],
              }),
            },
            { title: 'InvitedProblem' },
          ),
          { description: 'Lines that were left out.' },
        ),
      },
      { title: 'InvitedCount' },
    ),
  },
  { title: 'InvitedReport' },
)
export type InvitedReport = Static<typeof InvitedReport>['data']
