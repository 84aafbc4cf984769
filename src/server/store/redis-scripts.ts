/**
 * Redis scripts, each one atomic step, so that copies cannot interleave. A box has three kinds of keys: its values,
 * each with a lifetime; `order`, their ids by expiry; and `used`, with the values and bytes of each quota, and for each
 * value its bytes and the quotas it counts for.
 */

/** Adjusts the quotas that a value counts for; a quota at zero is removed. */
const USE = `local function use(used, kept, sign)
  local length, names = string.match(kept, '^(%d+) (.*)$')
  for name in string.gmatch(names, '%S+') do
    local left = redis.call('hincrby', used, name .. ' values', sign)
    -- As a whole number: minus one times nothing is -0 otherwise, which Redis does not read.
    redis.call('hincrby', used, name .. ' length', string.format('%d', sign * length))
    if left <= 0 then redis.call('hdel', used, name .. ' values', name .. ' length') end
  end
end
local function release(used, id)
  local kept = redis.call('hget', used, 'of ' .. id)
  if not kept then return nil end
  redis.call('hdel', used, 'of ' .. id)
  use(used, kept, -1)
  return kept
end
`

/**
 * KEYS: value, order, used. ARGV: id, milliseconds to live, bytes and quota names, value, channel to ring if any; then
 * for each quota its name, values and length. Gives 1, or 0 if the id exists, or -1 if there is no room.
 */
export const PUT = `${USE}
if redis.call('exists', KEYS[1]) == 1 then return 0 end
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
-- A thousand at a time: that many come to an end at once only after a flood.
for _, id in ipairs(redis.call('zrangebyscore', KEYS[2], '-inf', now, 'limit', 0, 1000)) do
  redis.call('zrem', KEYS[2], id)
  release(KEYS[3], id)
end
local length = tonumber(string.match(ARGV[3], '^%d+'))
for i = 6, #ARGV, 3 do
  local values = tonumber(redis.call('hget', KEYS[3], ARGV[i] .. ' values') or 0)
  local used = tonumber(redis.call('hget', KEYS[3], ARGV[i] .. ' length') or 0)
  if values >= tonumber(ARGV[i + 1]) or used + length > tonumber(ARGV[i + 2]) then return -1 end
end
redis.call('set', KEYS[1], ARGV[4], 'px', ARGV[2])
-- A copy of the version before may have taken one of this name without a word.
release(KEYS[3], ARGV[1])
redis.call('zadd', KEYS[2], now + ARGV[2], ARGV[1])
redis.call('hset', KEYS[3], 'of ' .. ARGV[1], ARGV[3])
use(KEYS[3], ARGV[3], 1)
redis.call('pexpire', KEYS[2], ARGV[2])
redis.call('pexpire', KEYS[3], ARGV[2])
if ARGV[5] ~= '' then redis.call('publish', ARGV[5], KEYS[1]) end
return 1`

/** KEYS: value, order, used. ARGV: id. Gives the value, and its bytes and quota names; or nothing. */
export const TAKE = `${USE}
local value = redis.call('getdel', KEYS[1])
if not value then return nil end
redis.call('zrem', KEYS[2], ARGV[1])
return { value, release(KEYS[3], ARGV[1]) or '0 all' }`

/** Counts up; a new count gets a lifetime. KEYS: count. ARGV: milliseconds. */
export const COUNT = `local n = redis.call('incr', KEYS[1])
if n == 1 then redis.call('pexpire', KEYS[1], ARGV[1]) end
return n`

/**
 * KEYS: counts. ARGV: for each its points, its seconds, and 1 to take a point or 0 to check only. Returns 1 if all had
 * one.
 */
export const TAKE_QUOTAS = `for i, key in ipairs(KEYS) do
  if tonumber(redis.call('get', key) or 0) >= tonumber(ARGV[3 * i - 2]) then return 0 end
end
for i, key in ipairs(KEYS) do
  if ARGV[3 * i] == '1' and redis.call('incr', key) == 1 then
    redis.call('expire', key, ARGV[3 * i - 1])
  end
end
return 1`

/** KEYS: counts. */
export const GIVE_BACK_QUOTAS = `for _, key in ipairs(KEYS) do
  if tonumber(redis.call('get', key) or 0) > 0 then redis.call('decr', key) end
end
return 1`
