/** How many invented people the folder was filled with: mail to them must not reach whoever has their addresses. */
export const sampleTable = `
CREATE TABLE sample (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  contacts INTEGER NOT NULL
) STRICT;
`
