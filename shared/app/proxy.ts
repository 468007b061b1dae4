/** State of the proxy used to reach the service. Never includes the password. */
export type ProxyState = {
  /** Host and port. */
  readonly host: string
  /** Source of the proxy's configuration. `manual`: Kiln's settings. `pac`: the PAC file that the user chose. */
  readonly source: 'system' | 'environment' | 'manual' | 'pac'
  /**
   * The authentication that the proxy requires. `other`: a scheme that Kiln doesn't support (Negotiate, NTLM, Digest). Null if no
   * authentication is required, or if the proxy hasn't been checked yet.
   */
  readonly needs: 'password' | 'other' | null
  /** True if the proxy rejected the username and password that Kiln has. */
  readonly isRefused: boolean
  /** True if Kiln has a username and password for the proxy. */
  readonly hasPassword: boolean
}
