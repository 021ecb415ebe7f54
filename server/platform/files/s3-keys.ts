// Keys of a bucket, and the settings that say where they are found.
import type { SettingValues } from '../settings.ts'

export interface S3Keys {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string | undefined
}

export interface S3CredentialSettings {
  readonly accessKeyId?: string | undefined
  readonly secretAccessKey?: string | undefined
  readonly sessionToken?: string | undefined
  readonly webIdentityTokenFile?: string | undefined
  readonly roleArn?: string | undefined
  readonly roleSessionName?: string | undefined
  readonly region?: string | undefined
  readonly stsEndpoint?: string | undefined
  readonly profile?: string | undefined
  readonly credentialsFile?: string | undefined
  readonly containerRelativeUri?: string | undefined
  readonly containerFullUri?: string | undefined
  readonly containerToken?: string | undefined
  readonly containerTokenFile?: string | undefined
  readonly metadataEndpoint?: string | undefined
}

export function readCredentialSettings(values: SettingValues): S3CredentialSettings {
  return {
    accessKeyId: values.AWS_ACCESS_KEY_ID,
    secretAccessKey: values.AWS_SECRET_ACCESS_KEY,
    sessionToken: values.AWS_SESSION_TOKEN,
    webIdentityTokenFile: values.AWS_WEB_IDENTITY_TOKEN_FILE,
    roleArn: values.AWS_ROLE_ARN,
    roleSessionName: values.AWS_ROLE_SESSION_NAME,
    region: values.AWS_REGION,
    stsEndpoint: values.AWS_ENDPOINT_URL_STS,
    profile: values.AWS_PROFILE,
    credentialsFile: values.AWS_SHARED_CREDENTIALS_FILE,
    containerRelativeUri: values.AWS_CONTAINER_CREDENTIALS_RELATIVE_URI,
    containerFullUri: values.AWS_CONTAINER_CREDENTIALS_FULL_URI,
    containerToken: values.AWS_CONTAINER_AUTHORIZATION_TOKEN,
    containerTokenFile: values.AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE,
    metadataEndpoint: values.AWS_EC2_METADATA_SERVICE_ENDPOINT,
  }
}

export interface Loaded {
  keys: S3Keys
  /** Undefined: never. */
  expiresAt: number | undefined
}
