-- kind: alone
-- Rules ask for two take-offs apart, not for two or three.
update rankings set rule = replace(replace(rule, ',"takeoffs":2}', '}'), ',"takeoffs":3}', '}');
