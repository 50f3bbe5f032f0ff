/** Whose mail is signed: a sending domain of the service, which covers the domains below it too. */
export interface Signing {
  domain: string
  dkimTokens: string[]
}
