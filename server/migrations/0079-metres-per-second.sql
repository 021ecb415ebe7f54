-- kind: alone
-- In the metadata of flights, speeds in metres per second had names that end like those in milliseconds.
update flights set metadata = replace(replace(replace(replace(replace(replace(metadata,
  '"speedMs":', '"speedMps":'), '"uncertaintyMs":', '"uncertaintyMps":'),
  '"bestClimbMs":', '"bestClimbMps":'), '"meanClimbMs":', '"meanClimbMps":'),
  '"greatestClimbMs":', '"greatestClimbMps":'), '"greatestSinkMs":', '"greatestSinkMps":')
where metadata like '%SinkMs":%' or metadata like '%ClimbMs":%' or metadata like '%speedMs":%';
