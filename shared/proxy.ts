/** The proxy that the way to the service leads through, as the page may know it; the password is never part of it. */
export type ProxyState = {
  /** Host and port. */
  readonly host: string
  /** Who names it; `manual`, `pac`: a person, or the script that they named. */
  readonly source: 'system' | 'environment' | 'manual' | 'pac'
  /**
   * What it wants before it lets anything through. `other`: a kind of sign-in that Kiln can't do (Negotiate, NTLM, Digest). Null: it lets through,
   * or was not asked yet.
   */
  readonly wants: 'password' | 'other' | null
  /** True while it wants another name and password than those that Kiln has. */
  readonly isRefused: boolean
  /** Kiln has a name and a password for it. */
  readonly hasPassword: boolean
}
