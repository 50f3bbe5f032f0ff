/** How the names of files end that an import, or a batch of addresses, can be read from. */
export const fileExtensions = ['csv', 'tsv', 'txt', 'xlsx', 'xlsm', 'ods'] as const
