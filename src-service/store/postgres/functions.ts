/** Where doubles end, half a step beyond the greatest and at half the least: from there on a number is infinity, or 0. */
const [greatest, least] = [2n ** 1024n - 2n ** 970n, `${5n ** 1075n}e-1075`]

/** The letters that `foldCase` leaves as they are: their lower case would be of ASCII. */
const lookalikes = '\u0130\u212a'

/**
 * Texts in lower case, as `foldCase` has it: ICU knows what JavaScript knows, of the version of Unicode that the server has.
 * The rare letters that have to stay are kept by a function of its own, so that the first can become a part of the
 * statement that calls it.
 */
const foldCase = `
CREATE FUNCTION fold_around_lookalikes(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_agg(CASE WHEN part[1] ~ '[${lookalikes}]' THEN part[1] ELSE lower(part[1] COLLATE "und-x-icu") END, '' ORDER BY place)
  FROM regexp_matches(given, '[${lookalikes}]|[^${lookalikes}]+', 'g') WITH ORDINALITY AS parts (part, place)
$$;
CREATE FUNCTION fold_case(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT translate(
    CASE WHEN translate(given, '${lookalikes}', '') = given THEN lower(given COLLATE "und-x-icu")
      ELSE fold_around_lookalikes(given) END, 'ς', 'σ') COLLATE "C"
$$;
`

/**
 * The number that a text writes, as `numberOf` has it. PostgreSQL refuses a number that no double is near, and JavaScript
 * takes the nearest: what is long or has an exponent goes by its digits, as many of them as can make a difference.
 */
const numberOf = `
CREATE FUNCTION double_of(given numeric) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN abs(given) < ${greatest} AND abs(given) > ${least} THEN CAST(given AS double precision)
    WHEN abs(given) > 1 THEN sign(given) * CAST('Infinity' AS double precision) ELSE 0 END
$$;
CREATE FUNCTION long_number_of(given text) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN digits = '' OR point < -400 THEN 0 ELSE (CASE WHEN given LIKE '-%' THEN -1 ELSE 1 END) * double_of(
    CASE WHEN point > 400 THEN 'Infinity'
      ELSE CAST('0.' || left(digits, 800) || (CASE WHEN substr(digits, 801) ~ '[1-9]' THEN '1' ELSE '' END) || 'e' || point AS numeric) END
  ) END
  FROM (SELECT split_part(ltrim(lower(given COLLATE "C"), '-'), 'e', 1) AS mantissa,
      CAST(coalesce(nullif(split_part(lower(given COLLATE "C"), 'e', 2), ''), '0') AS numeric) AS exponent) AS written,
    LATERAL (SELECT split_part(mantissa, '.', 1) AS whole, ltrim(replace(mantissa, '.', ''), '0') AS digits) AS parts,
    LATERAL (SELECT exponent + length(whole) - (length(replace(mantissa, '.', '')) - length(digits)) AS point) AS places
$$;
CREATE FUNCTION number_of(given text) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN given ~ '^-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?$' THEN
    CASE WHEN length(given) <= 100 AND translate(given, 'eE', '') = given THEN CAST(given AS double precision)
      ELSE long_number_of(given) END END
$$;
`

/**
 * The moment that a date text names, as `parseDateText` has it. Years are counted from 400 on, as many days as there are
 * between two years of the same calendar: the calendar here has no year 0.
 */
const instantOf = `
CREATE FUNCTION first_of_month(given text) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT make_date(CAST(substr(given, 1, 4) AS integer) + 400, CAST(substr(given, 6, 2) AS integer), 1)
$$;
CREATE FUNCTION zone_of(given text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN zone IS NULL THEN 0 ELSE (CASE WHEN zone LIKE '-%' THEN -1 ELSE 1 END)
    * (CAST(substr(zone, 2, 2) AS integer) * 60 + CAST(right(zone, 2) AS integer)) END
  FROM (SELECT substring(substr(given, 17) FROM '[+-][0-9]{2}:?[0-9]{2}$') AS zone) AS written
$$;
CREATE FUNCTION time_of(given text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (CAST(substr(given, 12, 2) AS bigint) * 60 + CAST(substr(given, 15, 2) AS bigint)) * 60000
    + CASE WHEN substr(given, 17, 1) = ':' THEN CAST(substr(given, 18, 2) AS bigint) * 1000 ELSE 0 END
    + CASE WHEN substr(given, 20, 1) = '.' THEN CAST(rpad(substring(substr(given, 21, 3) FROM '^[0-9]+'), 3, '0') AS bigint) ELSE 0 END
    - CASE WHEN right(given, 1) IN ('Z', 'z') THEN 0 ELSE zone_of(given) * 60000 END
$$;
CREATE FUNCTION instant_of(given text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN given ~
    '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([Tt ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?([Zz]|[+-][0-9]{2}:?[0-9]{2})?)?$'
    THEN CASE WHEN substr(given, 9, 2) <= '28'
        OR extract(month FROM first_of_month(given) + (CAST(substr(given, 9, 2) AS integer) - 1)) = CAST(substr(given, 6, 2) AS integer)
      THEN (first_of_month(given) + CAST(substr(given, 9, 2) AS integer) - 1 - DATE '1970-01-01' - 146097) * CAST(86400000 AS bigint)
        + CASE WHEN length(given) > 10 THEN time_of(given) ELSE 0 END END END
$$;
`

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const two = (number: number): string => String(number).padStart(2, '0')
/** The days that every year has. */
const days = monthLengths.flatMap((length, month) =>
  Array.from({ length }, (_, at) => `${two(month + 1)}-${two(at + 1)}`),
)
const years = Array.from({ length: 200 }, (_, at) => `${1900 + at}-`)

/**
 * Texts whose meaning shows at once, and null for all others, which are not worth less: a date alone or as JavaScript writes a moment,
 * of 1900 to 2099 but for February 29; and the number that up to 15 digits write. Reading any date or number takes ten times as long.
 */
export const plainTexts = `
CREATE FUNCTION plain_date(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN left(given, 5) = ANY ('{${years.join()}}') AND (substr(given, 6) = ANY ('{${days.join()}}')
      OR substr(given, 6, 5) = ANY ('{${days.join()}}')
        AND translate(substr(given, 11), '123456789', '000000000') = 'T00:00:00.000Z'
        AND substr(given, 12, 2) <= '23' AND substr(given, 15, 1) <= '5' AND substr(given, 18, 1) <= '5') THEN given END
$$;
CREATE FUNCTION plain_number(given text) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN ltrim(given, '0123456789') = '' AND length(given) <= 15 AND (given = '0' OR given >= '1')
    THEN CAST(given AS double precision) END
$$;
`

/** A number as JSON writes it, and a time as the service does, both in lower case. */
const written = `
CREATE FUNCTION exponent_text(given numeric) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT left(digits, 1) || CASE WHEN length(digits) > 1 THEN '.' ELSE '' END || substr(digits, 2)
    || CASE WHEN whole = '0' THEN 'e-' || (1 + length(fraction) - length(ltrim(fraction, '0'))) ELSE 'e+' || (length(whole) - 1) END
  FROM (SELECT split_part(CAST(given AS text), '.', 1) AS whole, split_part(CAST(given AS text), '.', 2) AS fraction) AS parts,
    LATERAL (SELECT trim(BOTH '0' FROM whole || fraction) AS digits) AS all_digits
$$;
CREATE FUNCTION number_text(given numeric) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN given = 0 THEN '0'
    WHEN abs(given) >= 1e-6 AND abs(given) < 1e21 THEN CAST(trim_scale(given) AS text)
    ELSE CASE WHEN given < 0 THEN '-' ELSE '' END
      || CASE WHEN abs(given) >= ${greatest} THEN 'infinity' ELSE exponent_text(abs(given)) END END COLLATE "C"
$$;
CREATE FUNCTION time_text(given bigint) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT to_char(TIMESTAMP '1970-01-01' + given / 86400000 * INTERVAL '1 day' + given % 86400000 * INTERVAL '1 millisecond',
    'YYYY-MM-DD"t"HH24:MI:SS.MS"z"') COLLATE "C"
$$;
`

/**
 * What statements call and PostgreSQL does not have under these names: the functions of SQLite, and those that the service
 * gives it (sqlite-functions.ts), each to the same effect. None of them raises an error, whatever it is given.
 */
export const functions = `
CREATE FUNCTION instr(whole text, part text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT strpos(whole, part)
$$;
CREATE FUNCTION json_type(given jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE jsonb_typeof(given)
    WHEN 'string' THEN 'text'
    WHEN 'number' THEN CASE WHEN given::text ~ '^-?[0-9]+$' THEN 'integer' ELSE 'real' END
    WHEN 'boolean' THEN given::text
    ELSE jsonb_typeof(given) END
$$;
${foldCase}${numberOf}${instantOf}${plainTexts}${written}`
