// The keys of the bucket in FILES_URL: the variables of Amazon's own tools, which set these, too.
import { InvalidSetting, type Setting, text, url } from './setting-types.ts'

const web = ['http:', 'https:']
const file = 'the path of a file'

const containerPath: Setting<string | undefined> = {
  parse: (value) => {
    if (!value.startsWith('/')) throw new InvalidSetting()
    return value
  },
  fallback: undefined,
  mustBe: 'a path that starts with /',
  meaning:
    "Where a container gets the keys of its role, at Amazon's address for containers; Amazon ECS sets it",
}

export const bucketSettings = {
  AWS_ACCESS_KEY_ID: text(undefined, 'any text', 'Name of the access key of the bucket in FILES_URL'),
  AWS_SECRET_ACCESS_KEY: text(undefined, 'any text', 'Access key of the bucket in FILES_URL'),
  AWS_SESSION_TOKEN: text(undefined, 'any text', 'Session token of a temporary access key'),
  AWS_WEB_IDENTITY_TOKEN_FILE: text(
    undefined,
    file,
    'Token that is exchanged for keys of the role AWS_ROLE_ARN; Amazon EKS sets both',
  ),
  AWS_ROLE_ARN: text(undefined, 'the ARN of a role', 'The role that AWS_WEB_IDENTITY_TOKEN_FILE is for'),
  AWS_ROLE_SESSION_NAME: text('cloudstreet', 'a name', "Name of this service in that role's log"),
  AWS_REGION: text(
    undefined,
    'the name of a region',
    'Region where AWS_WEB_IDENTITY_TOKEN_FILE is exchanged',
  ),
  AWS_ENDPOINT_URL_STS: url(web, "Where it is exchanged, if not at Amazon's own address"),
  AWS_PROFILE: text(
    undefined,
    'the name of a profile',
    'Profile in the shared credentials file; default when absent',
  ),
  AWS_SHARED_CREDENTIALS_FILE: text(
    undefined,
    file,
    'Shared credentials file, ~/.aws/credentials when absent; read when no AWS_ACCESS_KEY_ID is set',
  ),
  AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: containerPath,
  AWS_CONTAINER_CREDENTIALS_FULL_URI: url(web, 'The same as a full URL; Amazon EKS sets it'),
  AWS_CONTAINER_AUTHORIZATION_TOKEN: text(undefined, 'any text', 'Authorization header for that URL'),
  AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: text(
    undefined,
    file,
    'File with the Authorization header for that URL',
  ),
  AWS_EC2_METADATA_SERVICE_ENDPOINT: url(
    web,
    'Where a virtual machine gets the keys of its role, when none of the above is set; http://169.254.169.254 when absent',
  ),
}
