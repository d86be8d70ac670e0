# What Debian asks of a package, done to the files that CPack has put together.
set(changes "${CPACK_TEMPORARY_INSTALL_DIRECTORY}\
${CPACK_PACKAGING_INSTALL_PREFIX}/share/doc/polhode/changelog")
configure_file("${CPACK_POLHODE_CHANGES}" "${changes}" COPYONLY)
execute_process(COMMAND gzip -9nf "${changes}" COMMAND_ERROR_IS_FATAL ANY)
