-- Calculates the facts of all symbols a second time, in SQL alone, for `facts.test.ts`.

create aggregate pg_temp.product(numeric) (sfunc = numeric_mul, stype = numeric, initcond = '1');

create temporary table last_bars as
select distinct on (symbol) * from price_bars order by symbol, date desc;

create temporary table applied as
select adjustment.symbol, ex_date, coalesce(factor, 1) as factor, dividend
from price_adjustments adjustment join last_bars last on last.symbol = adjustment.symbol and ex_date <= last.date
where review is distinct from 'removed' and (factor is not null or dividend is not null)
  and id = (select max(newer.id) from price_adjustments newer where newer.source = adjustment.source);

create index on applied (symbol);

create temporary table adjusted as
select bar.symbol, bar.date, (row_number() over by_date)::integer as n, (count(*) over (partition by bar.symbol))::integer as total,
  greatest(round(bar.close * factor), 1) as close,
  greatest(round(coalesce(bar.high, bar.close) * factor), 1) as high,
  greatest(round(coalesce(bar.low, bar.close) * factor), 1) as low,
  case when bar.volume > 0 then greatest(round(bar.volume / factor), 1) else bar.volume end as volume
from price_bars bar
cross join lateral (
  select pg_temp.product(applied.factor) as factor from applied where applied.symbol = bar.symbol and applied.ex_date > bar.date
) adjustment
window by_date as (partition by bar.symbol order by bar.date);

create index on adjusted (symbol, n);

create temporary table base as
with moves as (
  select *, close - lag(close) over w as move,
    greatest(high, lag(close) over w) - least(low, lag(close) over w) as true_range
  from adjusted window w as (partition by symbol order by n)
)
select *,
  greatest(move, 0) as gain, greatest(-move, 0) as loss,
  avg(greatest(move, 0)) over (w rows 13 preceding) as mean_gain,
  avg(greatest(-move, 0)) over (w rows 13 preceding) as mean_loss,
  avg(true_range) over (w rows 13 preceding) as mean_range,
  avg(close) over (w rows 11 preceding) as mean_12,
  avg(close) over (w rows 25 preceding) as mean_26,
  case when n >= 20 then avg(close) over (w rows 19 preceding) end as sma_20,
  case when n >= 50 then avg(close) over (w rows 49 preceding) end as sma_50,
  case when n >= 200 then avg(close) over (w rows 199 preceding) end as sma_200
from moves window w as (partition by symbol order by n);
create index on base (symbol, n);
analyze base;

create temporary table smoothed as
with recursive steps as (
  select symbol, n, 0::float8 as gain, 0::float8 as loss, 0::float8 as range, 0::float8 as fast, 0::float8 as slow,
    0::float8 as macd_sum, 0::float8 as signal
  from base where n = 1
  union all
  select symbol, n, gain, loss, range, fast, slow, case when n >= 26 then macd_sum + fast - slow else 0 end,
    case when n < 34 then 0 when n = 34 then (macd_sum + fast - slow) / 9
      else (fast - slow) * 0.2::float8 + signal * 0.8::float8 end
  from (
    select base.symbol, base.n, steps.macd_sum, steps.signal,
      case when base.n <= 15 then base.mean_gain::float8 else (steps.gain * 13 + base.gain) / 14 end as gain,
      case when base.n <= 15 then base.mean_loss::float8 else (steps.loss * 13 + base.loss) / 14 end as loss,
      case when base.n <= 14 then base.mean_range::float8 else (steps.range * 13 + base.true_range) / 14 end as range,
      case when base.n <= 12 then base.mean_12::float8 else (base.close * 2 + steps.fast * 11) / 13 end as fast,
      case when base.n <= 26 then base.mean_26::float8 else (base.close * 2 + steps.slow * 25) / 27 end as slow
    from steps join base on base.symbol = steps.symbol and base.n = steps.n + 1
  ) step
)
select * from steps;

create temporary table crossings as
with differences as (
  select symbol, n, 'sma' as line, (close - sma_200)::float8 as difference from base where n >= 200
  union all
  select symbol, n, 'macd', fast - slow - signal from smoothed where n >= 34
), signs as (
  select *, sign(difference) as sign, lag(sign(difference)) over (partition by symbol, line order by n) as before
  from differences where abs(difference) >= 1e-6
)
select symbol, line, max(n * sign) filter (where sign > 0) as up, max(n) filter (where sign < 0) as down
from signs where before = -sign group by symbol, line;

create temporary table expected as
select last.symbol, last.date::text as date, total as bars, last.close, last.volume,
  false as "isOutdated",
  case
    when reference is null then null
    when last.close >= greatest(round(reference * wide), reference + 100) then 'upper'
    when last.close <= greatest(1, least(round(reference * narrow), reference - 100)) then 'lower'
  end as "priceLimit",
  closes.*,
  case when is_complete then year.high end as "high52w", case when is_complete then year.low end as "low52w",
  case when is_complete then total - high_n end as "daysSinceHigh", case when is_complete then total - low_n end as "daysSinceLow",
  case when last.volume is not null and volumes = 20 then round(mean_volume) end as "averageVolume20",
  case when total >= 15 then round((case when smoothed.loss = 0 then 100 else 100 - 100 / (1 + smoothed.gain / smoothed.loss) end)::numeric, 2)::text end as "rsi14",
  round(sma_20::numeric, 4) as "sma20", round(sma_50::numeric, 4) as "sma50", round(sma_200::numeric, 4) as "sma200",
  (select case when total - greatest(up, down) < 20 then (total + 1 - greatest(up, down)) * case when up > coalesce(down, 0) then 1 else -1 end end
    from crossings where crossings.symbol = last.symbol and line = 'sma') as "crossedSma200",
  (select case when total - greatest(up, down) < 20 then (total + 1 - greatest(up, down)) * case when up > coalesce(down, 0) then 1 else -1 end end
    from crossings where crossings.symbol = last.symbol and line = 'macd') as "macdCrossed",
  case when total >= 14 then round((smoothed.range / last.close * 100)::numeric, 2)::text end as "atrPercent",
  round(dividends / 100, 2)::text as "dividends12m", round(dividends * 100 / last.close, 2)::text as "dividendYield"
from last_bars last
join base on base.symbol = last.symbol and base.n = base.total
join smoothed on smoothed.symbol = last.symbol and smoothed.n = base.total
cross join lateral (select coalesce(last.previous_close,
  (select close from adjusted where adjusted.symbol = last.symbol and adjusted.n = base.total - 1)) as reference,
  case when last.date < '2024-07-22' then 1.075 else 1.1 end as wide, case when last.date < '2024-07-22' then 0.925 else 0.9 end as narrow) limits
cross join lateral (
  select
    (select min(date) from adjusted where adjusted.symbol = last.symbol) <= last.date - 364 as is_complete,
    max(high) as high, min(low) as low,
    (array_agg(n order by high desc, n))[1] as high_n, (array_agg(n order by low, n))[1] as low_n
  from adjusted where adjusted.symbol = last.symbol and date > last.date - 364
) year
cross join lateral (
  select count(*) as volumes, avg(volume) as mean_volume from (
    select volume from adjusted where adjusted.symbol = last.symbol and volume is not null order by n desc limit 20
  ) newest
) traded
cross join lateral (
  select coalesce(sum(dividend * (select pg_temp.product(later.factor) from applied later
    where later.symbol = paid.symbol and later.ex_date >= paid.ex_date)), 0) as dividends
  from applied paid where paid.symbol = last.symbol and dividend is not null and ex_date > last.date - interval '12 months'
) cash
cross join lateral (
  select max(close) filter (where period = '1d') as "close1dAgo", max(close) filter (where period = '1w') as "close1wAgo",
    max(close) filter (where period = '1m') as "close1mAgo", max(close) filter (where period = '3m') as "close3mAgo",
    max(close) filter (where period = '6m') as "close6mAgo", max(close) filter (where period = '1y') as "close1yAgo"
  from (values ('1d', interval '1 day'), ('1w', interval '7 days'), ('1m', interval '1 month'), ('3m', interval '3 months'),
    ('6m', interval '6 months'), ('1y', interval '12 months')) as periods (period, length)
  cross join lateral (
    select close from adjusted earlier where earlier.symbol = last.symbol and earlier.date <= last.date - length
    order by earlier.date desc limit 1
  ) before
) closes;
