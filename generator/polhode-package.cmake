# What Debian asks of a package, done to the files that CPack has put together.
set(root "${CPACK_TEMPORARY_INSTALL_DIRECTORY}${CPACK_PACKAGING_INSTALL_PREFIX}")
set(changes "${root}/share/doc/polhode/changelog")
configure_file("${CPACK_POLHODE_CHANGES}" "${changes}" COPYONLY)
file(GLOB pages "${root}/share/man/man*/*.[0-9]")
execute_process(COMMAND gzip -9nf "${changes}" ${pages}
  COMMAND_ERROR_IS_FATAL ANY)
